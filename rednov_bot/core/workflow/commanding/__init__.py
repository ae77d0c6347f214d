"""commanding"""
