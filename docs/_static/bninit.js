// What the theme leaves to be done for keyboards and screen readers.
document.addEventListener("DOMContentLoaded", () => {
  document.querySelectorAll(".highlight pre, .table-wrapper").forEach((box) => { box.tabIndex = 0; });
  document.querySelector("aside.sidebar-drawer")?.setAttribute("aria-label", "All pages");
  document.querySelector("aside.toc-drawer")?.setAttribute("aria-label", "This page");
});
