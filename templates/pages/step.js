"use strict";
// The arrow keys follow the links that every page has anyway: back and on.
document.addEventListener("keydown", (pressed) => {
  if (pressed.altKey || pressed.ctrlKey || pressed.metaKey || pressed.shiftKey) return;
  if (pressed.target instanceof Element && pressed.target.closest("pre, input, textarea, select")) return;
  const way = { ArrowLeft: "prev", ArrowRight: "next" }[pressed.key];
  const link = way && document.querySelector(`link[rel="${way}"]`);
  if (link) location.href = link.href;
});
