package program

import "fmt"

// The calls of functions and methods that the program declares, and these.

const maxLevel = 2

func (w *writer) mayCall() bool { return w.callees < w.calls && w.level < maxLevel }

// callee begins a function of the inputs a and b.
func (w *writer) callee(r result, element string) *writer {
	w.callees++
	inner := w.function(r, element, []condition{inputA, inputB})
	inner.level = w.level + 1
	return inner
}

func (w *writer) topLevel(name string) string { return w.fresh(w.program.Name + name) }

// arguments are conditions for a and b.
func (w *writer) arguments() (args [2]condition, text string) {
	args = [2]condition{w.known(), w.known()}
	return args, args[0].text + ", " + args[1].text
}

// consumer declares a function that gives a Ref up, and answers with what calls
// it.
func (w *writer) consumer(element string) func(ref string) string {
	inner := w.callee(nothing, "")
	inner.declare(&holder{name: "ref", element: element, lease: elsewhere(), held: everywhere})
	inner.body(1 + w.IntN(3))
	name := w.topLevel("Drop")
	w.program.declare(fmt.Sprintf("func %s(ref rcpool.Ref[%s], a, b bool) {", name, element), inner.block, fmt.Sprintf("%s(%s.Get(), a, b)", name, pools[element]))
	_, arguments := w.arguments()
	return func(ref string) string { return fmt.Sprintf("%s(%s, %s)", name, ref, arguments) }
}

func (w *writer) consume() bool {
	h := w.some(w.plainRef)
	if h == nil || !w.mayCall() {
		return false
	}
	w.emit(&statement{op: handOver, ref: h.name, text: w.consumer(h.element)(w.hand(h))})
	h.held &^= w.active
	return true
}

// open calls a function that returns a Ref.
func (w *writer) open() bool {
	if !w.mayCall() {
		return false
	}
	element := pick(w, elements)
	inner := w.callee(owned, element)
	inner.body(1 + w.IntN(4))
	name := w.topLevel("Open")
	w.program.declare(fmt.Sprintf("func %s(a, b bool) rcpool.Ref[%s] {", name, element), inner.block, name+"(a, b).Release()")
	h := w.declare(&holder{name: w.fresh("ref"), element: element, lease: elsewhere(), held: w.active})
	_, arguments := w.arguments()
	w.emit(&statement{op: acquire, ref: h.name, text: fmt.Sprintf("%s := %s(%s)", h.name, name, arguments)})
	w.useRef(h)
	return true
}

// tryOpen calls a function that returns a Ref, or an error.
func (w *writer) tryOpen() bool {
	if !w.mayCall() {
		return false
	}
	element := pick(w, elements)
	inner := w.callee(ownedOrError, element)
	inner.fails(2 + w.IntN(4))
	failed, text, ok := w.partly(inner.failed)
	if !ok {
		return false
	}
	name := w.topLevel("Open")
	w.program.declare(fmt.Sprintf("func %s(a, b bool) (rcpool.Ref[%s], error) {", name, element), inner.block, fmt.Sprintf("if ref, err := %s(a, b); err == nil {\nref.Release()\n}", name))
	failed &= w.active
	h := w.declare(&holder{name: w.fresh("ref"), element: element, lease: elsewhere(), held: w.active &^ failed, zero: failed})
	problem := w.fresh("err")
	w.emit(&statement{op: acquire, ref: h.name, text: fmt.Sprintf("%s, %s := %s(%s)", h.name, problem, name, text)})
	w.failedWith(problem, failed)
	return true
}

// fails writes a function that returns an error with some inputs.
func (w *writer) fails(budget int) {
	w.statements(budget)
	c := pick(w, w.conditions[:2])
	if at := w.active & c.holds; w.failed == nowhere && at != nowhere && at != w.active {
		inner, _ := w.nested(at, func() { w.exitWith(true) })
		w.active &^= at
		w.emit(&statement{heads: []string{"if " + c.text + " {"}, blocks: []*block{inner}, text: "}"})
	}
	w.close()
}

// partly finds arguments with which a callee fails here with some inputs, and
// not with others.
func (w *writer) partly(failed set) (set, string, bool) {
	for range 8 {
		args, text := w.arguments()
		here := through(args, failed)
		if at := here & w.active; at != nowhere && at != w.active {
			return here, text, true
		}
	}
	return nowhere, "", false
}

// lend calls a function that returns an object and what gives it back.
func (w *writer) lend() bool {
	if !w.mayCall() {
		return false
	}
	w.callees++
	element := pick(w, elements)
	name := w.topLevel("Lend")
	back := pick(w, []string{"ref.Release", "func() { ref.Release() }", "func() {\nobserve(ref.Value().n)\nref.Release()\n}"})
	w.program.declare(fmt.Sprintf("func %s() (*%s, func()) {\nref := %s.Get()\nreturn ref.Value(), %s\n}", name, element, pools[element], back), nil, fmt.Sprintf("_, done := %s()\ndone()", name))
	object, done := w.fresh("object"), w.fresh("done")
	w.say("%s, %s := %s()", object, done, name)
	h := w.declare(&holder{name: done, held: w.active})
	w.byCall(h, done)
	v := &view{name: object, typ: element, lease: h.lease, bound: w.active}
	w.views = append(w.views, v)
	w.useView(v)
	if w.oneIn(2) {
		h.due |= w.active
		w.emit(&statement{op: closing, ref: done, text: "defer " + done + "()"})
	}
	return true
}

// recovering calls a function that recovers from its own panic, which is a way
// out like others.
func (w *writer) recovering() bool {
	if !w.mayCall() {
		return false
	}
	w.callees++
	element := pick(w, elements)
	name := w.topLevel("Try")
	text := func(before, after string) string {
		return fmt.Sprintf(`func %s(a bool) (err error) {
	defer func() {
		if r := recover(); r != nil {
			«recovered(r)
			»err = errInput
		}
	}()
	ref := %s.Get()
	%s
	if a {
		panic("input")
	}
	observe(ref.Value().n)
	%s
	return nil
}`, name, pools[element], before, after)
	}
	release := pick(w, []string{"defer ref.Release()", "defer rcpool.Drop(&ref)", "defer func() { ref.Release() }()"})
	w.program.declarations = append(w.program.declarations, &declaration{
		head:   text(release, ""),
		broken: map[Class]string{UndeferredRelease: text("", "ref.Release()")},
		trial:  "_ = " + name + "(a)",
	})
	w.say("if err := %s(%s); err != nil {\nobserve(1)\n}", name, w.known().text)
	return true
}

// copying calls a function that returns a copy of what it leased.
func (w *writer) copying() bool {
	if !w.mayCall() {
		return false
	}
	w.callees++
	element := pick(w, elements)
	name, object := w.topLevel("Copy"), w.fresh("copy")
	text := func(result, value string) string {
		return fmt.Sprintf("func %s() %s {\nref := %s.Get()\ndefer ref.Release()\nref.Value().n = 1\nreturn %s\n}", name, result, pools[element], value)
	}
	d := &declaration{head: text("[]byte", "append([]byte(nil), ref.Value().Bytes()...)")}
	look := fmt.Sprintf("«touch(int(%[1]s[0])); »observe(int(%[1]s[0]))", object)
	switch w.IntN(3) {
	case 0:
		d.head = text("*"+element, "copied"+element+"(ref.Value())")
		d.broken = map[Class]string{ReturnedBorrow: text("*"+element, "ref.Value()")}
		look = fmt.Sprintf("«touch(%[1]s.n); »observe(%[1]s.n)", object)
	case 1:
		d.head = text("*"+element, "ref.Detach()")
		d.head = fmt.Sprintf("func %s() *%s {\nref := %s.Get()\nref.Value().n = 1\nreturn ref.Detach()\n}", name, element, pools[element])
		d.broken = map[Class]string{ReturnedBorrow: text("*"+element, "ref.Value()")}
		look = fmt.Sprintf("«touch(%[1]s.n); »observe(%[1]s.n)", object)
	default:
		d.broken = map[Class]string{ReturnedBorrow: text("[]byte", "ref.Value().Bytes()")}
	}
	call := fmt.Sprintf("%s := %s()\n%s", object, name, look)
	d.trial = instrumented(call)
	w.program.declarations = append(w.program.declarations, d)
	w.say("%s", call)
	return true
}

// owner makes a struct that owns Refs, and has a Close.
func (w *writer) owner() bool {
	if !w.mayCall() {
		return false
	}
	w.callees++
	first, second := pick(w, elements), pick(w, elements)
	typ := w.topLevel("Owner")
	closes := pick(w, []string{
		"o.first.Release()\no.second.Release()",
		"o.second.Release()\no.first.Release()",
		"defer o.second.Release()\no.first.Release()",
		"rcpool.Drop(&o.first)\nrcpool.Drop(&o.second)",
	})
	declared := &declaration{head: fmt.Sprintf(`type %[1]s struct {
	first rcpool.Ref[%[2]s]
	second rcpool.Ref[%[3]s]
}

func (o *%[1]s) sum() int { return o.first.Value().n + o.second.Value().n }

func (o *%[1]s) Close() {
	%[4]s
}`, typ, first, second, closes)}
	declared.broken = map[Class]string{DeletedRelease: fmt.Sprintf(`type %[1]s struct {
	first rcpool.Ref[%[2]s]
	second rcpool.Ref[%[3]s]
}

func (o *%[1]s) sum() int { return o.first.Value().n + o.second.Value().n }

func (o *%[1]s) Close() {
	o.first.Release()
}`, typ, first, second)}
	declared.trial = fmt.Sprintf("(&%s{%s.Get(), %s.Get()}).Close()", typ, pools[first], pools[second])
	w.program.declarations = append(w.program.declarations, declared)

	name := w.fresh("owner")
	h := &holder{name: name, held: w.active}
	h.end = func(w *writer) {
		w.emit(&statement{op: closing, ref: name, text: name + ".Close()", late: []string{fmt.Sprintf("observe(%s.sum())", name)}})
	}
	h.put = func() string { return name + ".Close()" }
	if ref := w.some(func(h *holder) bool { return h.element == first && w.plainRef(h) }); ref != nil && w.oneIn(2) {
		w.emit(&statement{op: handOver, ref: ref.name, text: fmt.Sprintf("%s := &%s{first: %s, second: %s.Get()}", name, typ, w.hand(ref), pools[second])})
		ref.lease.shared |= w.active
		ref.held &^= w.active
		w.declare(h)
		w.say("%s", w.use(name+".sum()"))
		return true
	}
	failed, text, ok := w.partly(inputA.holds)
	if !ok || w.oneIn(3) {
		w.say("%s := &%s{%s.Get(), %s.Get()}", name, typ, pools[first], pools[second])
		w.declare(h)
		w.say("%s", w.use(name+".sum()"))
		return true
	}
	build := w.topLevel("New")
	give := "first.Release()\n"
	body := func(give string) string {
		return fmt.Sprintf(`func %[1]s(a, b bool) (*%[2]s, error) {
	first := %[3]s.Get()
	first.Value().n = number(b)
	if a {
		%[5]sreturn nil, errInput
	}
	return &%[2]s{first: first, second: %[4]s.Get()}, nil
}`, build, typ, pools[first], pools[second], give)
	}
	w.program.declarations = append(w.program.declarations, &declaration{
		head:   body(give),
		broken: map[Class]string{DeletedRelease: body("")},
		trial:  fmt.Sprintf("if owner, err := %s(a, b); err == nil {\nowner.Close()\n}", build),
	})
	problem := w.fresh("err")
	w.say("%s, %s := %s(%s)", name, problem, build, text)
	h.held = w.active &^ failed
	w.declare(h)
	w.failedWith(problem, failed)
	if w.active != nowhere && w.active.within(h.held) {
		w.say("%s", w.use(name+".sum()"))
	}
	return true
}
