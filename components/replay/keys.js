// Keys of the whole page. It knows which of them belong to something else: what is typed into, or
// has arrows of its own. `acts` says what each key does, by its name, and how to `pause` before.

class Keys {
  constructor(root, slider, acts) {
    this.root = root;
    this.slider = slider;
    this.acts = acts;
    // Before the widgets see it: one that was clicked would take arrows for its own.
    this.onKey = (event) => this.press(event);
    document.addEventListener("keydown", this.onKey, true);
    this.onPointer = () => { this.pointed = true; };
    document.addEventListener("pointerdown", this.onPointer, true);
  }

  press(event) {
    if (event.key === "Tab") this.pointed = false;
    if (event.ctrlKey || event.metaKey || event.altKey || !this.root.isConnected) return;
    const target = event.composedPath()[0];
    if (target !== this.slider && isTyping(event.composedPath(), this.pointed)) return;
    if (!["ArrowRight", "ArrowLeft", "Home", "End", " "].includes(event.key)) return;
    // Space presses a button and ticks a box that was reached by keys; one that was clicked has had
    // its turn. On the slider it has nothing else to do.
    const isControl = ["BUTTON", "A", "INPUT", "SELECT"].includes(target.tagName)
      && target !== this.slider;
    if (event.key === " " && isControl) {
      if (!this.pointed) return;
      // Some browsers press a button when the key is let go.
      target.blur();
    }
    event.preventDefault();
    event.stopPropagation();
    if (event.key !== " ") this.acts.pause();
    this.acts[event.key](event.shiftKey);
  }

  destroy() {
    document.removeEventListener("keydown", this.onKey, true);
    document.removeEventListener("pointerdown", this.onPointer, true);
  }
}

// Focus stays where one clicked: what was chosen with the pointer, and is closed, leaves the
// arrows to us.
function isTyping(path, pointed) {
  return path.some((node) => {
    if (!node.tagName) return false;
    const role = node.getAttribute("role");
    const chosen = pointed && (node.tagName === "SELECT" || role === "radio" || role === "tab"
      || (node.tagName === "INPUT" && node.type === "radio") || isShut(node, role));
    if (chosen) return false;
    const edited = ["TEXTAREA", "SELECT"].includes(node.tagName) || node.isContentEditable;
    if (edited || (node.tagName === "INPUT" && node.type !== "checkbox")) return true;
    return ["slider", "radio", "tab", "option", "combobox", "listbox", "grid", "dialog"]
      .includes(role);
  });
}

// A box to choose from whose list is not open; whoever types into one opens it.
function isShut(node, role) {
  return role === "combobox" && node.getAttribute("aria-expanded") !== "true";
}
