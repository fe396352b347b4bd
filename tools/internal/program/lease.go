package program

import "fmt"

// The statements that deal with one reference.

var elements = []string{"Event", "Buffer"}

var pools = map[string]string{"Event": "events", "Buffer": "buffers"}

// declare makes a holder of what the program holds from here on.
func (w *writer) declare(h *holder) *holder {
	h.depth = w.depth
	if h.lease == nil {
		h.lease = &lease{}
	}
	w.holders = append(w.holders, h)
	return h
}

func (w *writer) get(element string) *holder {
	h := w.declare(&holder{name: w.fresh("ref"), element: element, held: w.active})
	w.emit(&statement{op: acquire, ref: h.name, text: fmt.Sprintf("%s := %s.Get()", h.name, pools[element])})
	return h
}

func (w *writer) acquire() bool {
	h := w.get(pick(w, elements))
	if !w.oneIn(3) {
		w.useRef(h)
	}
	return true
}

// acquireSome declares a Ref, and leases under a condition.
func (w *writer) acquireSome() bool {
	c := w.condition()
	held := w.active & c.holds
	if held == nowhere || held == w.active {
		return false
	}
	h := w.declare(&holder{name: w.fresh("ref"), element: pick(w, elements), zero: w.active})
	w.say("var %s rcpool.Ref[%s]", h.name, h.element)
	inner, _ := w.nested(held, func() {
		w.assign(h)
		w.useRef(h)
	})
	w.emit(&statement{heads: []string{"if " + c.text + " {"}, blocks: []*block{inner}, text: "}"})
	return true
}

func (w *writer) assign(h *holder) {
	w.emit(&statement{op: acquire, ref: h.name, text: fmt.Sprintf("%s = %s.Get()", h.name, pools[h.element])})
	h.lease = &lease{}
	h.held |= w.active
	h.zero &^= w.active
}

// acquireAgain leases into a variable whose reference was given up.
func (w *writer) acquireAgain() bool {
	h := w.some(func(h *holder) bool {
		return h.element != "" && h.end == nil && h.put == nil && h.held|h.due|h.drop == nowhere && !h.caught && w.thaw(h)
	})
	if h == nil {
		return false
	}
	w.assign(h)
	w.useRef(h)
	return true
}

func (w *writer) useRef(h *holder) {
	switch w.IntN(5) {
	case 0:
		w.emit(&statement{op: borrow, ref: h.name, text: w.use(h.name + ".Value().n")})
	case 1:
		w.say("%s.Value().n = %d", h.name, w.IntN(9))
	case 2:
		w.useView(w.borrow(h, false))
	case 3:
		w.useView(w.borrow(h, true))
	case 4:
		w.say("%s", w.use(fmt.Sprintf("len(%s.Value().Bytes())", h.name)))
	}
}

// borrow declares a view of the object of h.
func (w *writer) borrow(h *holder, bytes bool) *view {
	v := &view{name: w.fresh("object"), bytes: bytes, typ: h.element, lease: h.lease, bound: w.active}
	text := fmt.Sprintf("%s := %s.Value()", v.name, h.name)
	if bytes {
		v.name = w.fresh("bytes")
		text = fmt.Sprintf("%s := %s.Value().Bytes()", v.name, h.name)
	}
	w.emit(&statement{op: borrow, ref: v.name, text: text})
	w.views = append(w.views, v)
	return v
}

// look is a statement that reads or writes what v borrows.
func (w *writer) look(v *view, number func(string) string) string {
	if v.bytes {
		touch := fmt.Sprintf("«touch(int(%s[0])); »", v.name)
		return touch + pick(w, []string{
			number(fmt.Sprintf("int(%s[0])", v.name)),
			fmt.Sprintf("%s[1] = %d", v.name, w.IntN(9)),
			number(fmt.Sprintf("len(%s[1:3])", v.name)),
			fmt.Sprintf("clear(%s[2:])", v.name),
		})
	}
	touch := fmt.Sprintf("«touch(%s.n); »", v.name)
	return touch + pick(w, []string{
		number(v.name + ".n"),
		fmt.Sprintf("%s.n = %d", v.name, w.IntN(9)),
		fmt.Sprintf("%s.n++", v.name),
		number(fmt.Sprintf("len(%s.Bytes())", v.name)),
		number(fmt.Sprintf("read%s(%s)", v.typ, v.name)),
		number(fmt.Sprintf("readAny(%s)", v.name)),
	})
}

func (w *writer) useView(v *view) { w.say("%s", w.look(v, w.use)) }

func (w *writer) useAgain() bool {
	var all []*view
	for _, v := range w.views {
		if w.valid(v) {
			all = append(all, v)
		}
	}
	h := w.some(w.live)
	switch {
	case len(all) > 0 && (h == nil || w.oneIn(2)):
		w.useView(pick(w, all))
	case h != nil:
		w.useRef(h)
	default:
		return false
	}
	return true
}

// lendRef passes a pointer to a Ref, or a Ref to a generic function.
func (w *writer) lendRef() bool {
	h := w.some(func(h *holder) bool { return w.live(h) })
	if h == nil {
		return false
	}
	w.say("%s", w.use(fmt.Sprintf("peek(&%s)", h.name)))
	return true
}

func (w *writer) retain() bool {
	h := w.some(w.live)
	if h == nil {
		return false
	}
	w.retained(h)
	return true
}

// retained declares another reference to the object of h.
func (w *writer) retained(h *holder) *holder {
	y := w.declare(&holder{name: w.fresh("ref"), element: h.element, lease: h.lease, held: w.active})
	call := h.name + ".Retain()"
	if w.oneIn(3) {
		call = fmt.Sprintf("share(&%s)", h.name)
	}
	w.emit(&statement{op: retain, ref: h.name, text: fmt.Sprintf("%s := %s", y.name, call), broken: map[Class]string{
		DroppedRetain: fmt.Sprintf("%s := %s", y.name, h.name),
	}})
	return y
}

func (w *writer) tryRetain() bool {
	h := w.some(w.live)
	if h == nil {
		return false
	}
	y, ok := w.fresh("ref"), w.fresh("ok")
	w.say(`if %[1]s, %[2]s := %[3]s.TryRetain(); %[2]s {
		observe(%[1]s.Value().n)
		%[1]s.Release()
	}`, y, ok, h.name)
	return true
}

// end writes what gives h up, which is held wherever the program can be.
func (w *writer) end(h *holder) {
	if h.end != nil {
		h.end(w)
		h.held &^= w.active
		return
	}
	late := []string{fmt.Sprintf("observe(%s.Value().n)", h.name), fmt.Sprintf("observe(peek(&%s))", h.name)}
	for _, v := range w.views {
		if v.lease == h.lease && w.valid(v) {
			late = append(late, w.look(v, func(number string) string { return "observe(" + number + ")" }))
		}
	}
	text := h.name + ".Release()"
	switch choice := w.IntN(8); {
	case w.active&h.drop != nowhere || choice == 7:
		text = fmt.Sprintf("rcpool.Drop(&%s)", h.name)
		h.zero |= w.active
	case choice == 6:
		text = "func() { " + text + " }()"
	case choice == 5 && w.mayCall():
		text = w.consumer(h.element)(h.name)
	}
	w.emit(&statement{op: release, ref: h.name, text: text, late: late})
	h.held &^= w.active
}

func (w *writer) release() bool {
	h := w.some(w.free)
	if h == nil {
		return false
	}
	w.end(h)
	return true
}

func (w *writer) deferRelease() bool {
	h := w.some(func(h *holder) bool { return w.free(h) && w.active&h.drop == nowhere })
	if h == nil || len(w.loops) > 0 && !w.oneIn(3) {
		return false
	}
	if h.put != nil {
		w.emit(&statement{op: closing, ref: h.name, text: "defer " + h.put()})
		h.due |= w.active
		return true
	}
	if h.end != nil {
		return false
	}
	h.caught = true
	text := h.name + ".Release()"
	switch choice := w.IntN(6); {
	case choice >= 4:
		h.drop |= w.active
		text = fmt.Sprintf("rcpool.Drop(&%s)", h.name)
	case choice == 3 && w.mayCall():
		text = w.consumer(h.element)(h.name)
	case choice == 2:
		text = "func() { " + text + " }()"
	}
	h.due |= w.active &^ h.drop
	w.emit(&statement{op: deferred, ref: h.name, text: "defer " + text})
	return true
}

// laterCall keeps the release in a variable of function type.
func (w *writer) laterCall() bool {
	h := w.some(func(h *holder) bool {
		return h.end == nil && h.put == nil && h.element != "" && h.depth == w.depth && w.free(h) && h.held.within(w.active) && w.active&h.drop == nowhere
	})
	if h == nil {
		return false
	}
	name := w.fresh("done")
	text := fmt.Sprintf("%s := func() { %s.Release() }", name, h.name)
	if w.oneIn(2) {
		text = fmt.Sprintf("%s := %s.Release", name, h.name)
	}
	w.say("%s", text)
	w.byCall(h, name)
	return true
}

// byCall makes a call of name what gives h up. The Ref itself is only lent
// from here on.
func (w *writer) byCall(h *holder, name string) {
	h.caught = true
	h.end = func(w *writer) { w.emit(&statement{op: closing, ref: name, text: name + "()"}) }
	h.put = func() string { return name + "()" }
}

func (w *writer) plainRef(h *holder) bool { return h.element != "" && h.end == nil && w.free(h) }

// move hands a reference to another variable.
func (w *writer) move() bool {
	h := w.some(w.plainRef)
	if h == nil {
		return false
	}
	name := w.fresh("ref")
	w.emit(&statement{op: moving, ref: h.name, text: fmt.Sprintf("%s := %s", name, w.hand(h))})
	h.held &^= w.active
	w.useRef(w.declare(&holder{name: name, element: h.element, lease: h.lease, held: w.active}))
	return true
}

func (w *writer) detach() bool {
	h := w.some(func(h *holder) bool {
		if !w.plainRef(h) || w.active&h.lease.shared != nowhere || w.active&h.drop != nowhere {
			return false
		}
		for _, other := range w.holders {
			if other != h && other.lease == h.lease && other.held&w.active != nowhere {
				return false
			}
		}
		return true
	})
	if h == nil {
		return false
	}
	v := &view{name: w.fresh("object"), typ: h.element, lease: h.lease, bound: w.active}
	text := fmt.Sprintf("%s := %s.Detach()", v.name, h.name)
	kept := w.fresh("ref")
	w.emit(&statement{op: moving, ref: h.name, text: text, broken: map[Class]string{
		SharedDetach: fmt.Sprintf("%[1]s := %[2]s.Retain()\n%[3]s\n%[1]s.Release()", kept, h.name, text),
	}})
	h.held &^= w.active
	h.lease.detached |= w.active
	w.views = append(w.views, v)
	w.useView(v)
	return true
}

func (w *writer) with() bool {
	element := pick(w, elements)
	name := w.fresh("err")
	w.say(`if %s := %s.With(func(object *%s) error {
		observe(object.n)
		return nil
	}); %[1]s != nil {
		panic(%[1]s)
	}`, name, pools[element], element)
	return true
}

// thaw reports whether h may be changed here.
func (w *writer) thaw(h *holder) bool {
	for _, g := range w.holders[w.frozen:] {
		if g == h {
			return true
		}
	}
	return false
}
