
"use strict";
(() => {
  const form = document.getElementById("filter");
  if (!form) return;
  const field = form.elements;
  const choices = ["category", "rule", "file", "fix", "evidence", "tests"];
  const articles = Array.from(document.querySelectorAll("article"), (node) => ({
    node,
    severity: node.dataset.severity,
    fixable: "fixable" in node.dataset,
    text: node.textContent.toLowerCase(),
  }));
  const groups = Array.from(document.querySelectorAll("details.cause"), (node) => ({
    node,
    articles: Array.from(node.querySelectorAll("article")),
  }));
  const bars = Array.from(document.querySelectorAll(".bars tr"), (node) => ({
    node,
    filter: node.closest("table").dataset.filter,
    value: node.dataset.value,
  }));

  function filter() {
    const words = field.text.value.toLowerCase().split(/\s+/).filter(Boolean);
    const chosen = choices.filter((name) => field[name].value);
    const narrow = words.length > 0 || chosen.length > 0 || field.fixable.checked;
    let shown = 0;
    for (const a of articles) {
      const visible = field[a.severity].checked &&
        chosen.every((name) => field[name].value === a.node.dataset[name]) &&
        (!field.fixable.checked || a.fixable) &&
        words.every((word) => a.text.includes(word));
      a.node.hidden = !visible;
      if (visible) shown++;
    }
    for (const group of groups) {
      group.node.hidden = group.articles.every((node) => node.hidden);
      group.node.open = narrow && !group.node.hidden;
    }
    for (const bar of bars) bar.node.setAttribute("aria-pressed", field[bar.filter].value === bar.value);
    field.shown.value = shown + " of " + articles.length;
  }

  // A bar chooses what it stands for, and a second time everything again.
  function press(bar) {
    const select = field[bar.filter];
    select.value = select.value === bar.value ? "" : bar.value;
    filter();
    if (select.value) form.scrollIntoView();
  }
  for (const bar of bars) {
    bar.node.addEventListener("click", () => press(bar));
    bar.node.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      press(bar);
    });
  }

  // A folded group opens for the finding that a link leads to, and for the printer.
  function reveal() {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const group = target && target.closest("details.cause");
    if (!group || group.open) return;
    group.open = true;
    target.scrollIntoView();
  }
  window.addEventListener("hashchange", reveal);
  window.addEventListener("beforeprint", () => groups.forEach((group) => { group.node.open = true; }));
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
  document.documentElement.classList.add("live");
  filter();
  reveal();
})();
