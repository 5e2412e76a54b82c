
"use strict";
(() => {
  const form = document.getElementById("filter");
  if (!form) return;
  const field = form.elements;
  const articles = Array.from(document.querySelectorAll("article"), (node) => ({
    node,
    severity: node.dataset.severity,
    category: node.dataset.category,
    fixable: "fixable" in node.dataset,
    text: node.textContent.toLowerCase(),
  }));

  function filter() {
    const words = field.text.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const a of articles) {
      const visible = field[a.severity].checked &&
        (!field.category.value || field.category.value === a.category) &&
        (!field.fixable.checked || a.fixable) &&
        words.every((word) => a.text.includes(word));
      a.node.hidden = !visible;
      if (visible) shown++;
    }
    field.shown.value = shown + " of " + articles.length;
  }

  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
  filter();
})();
