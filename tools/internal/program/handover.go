package program

import (
	"fmt"
	"strings"
)

// The statements that give references to others: goroutines, channels,
// containers, variables of the package.

const (
	startsLate = "«defer caught(); pause(); »" // of a goroutine, before all else
	settles    = "«settle()»"                  // after it was started
)

// inside is the writer of a function literal that is executed where w is, now
// or later.
func (w *writer) inside(owns ...*holder) *writer {
	inner := &writer{maker: w.maker, inputs: w.inputs, level: w.level, literal: true, turns: w.turns, active: w.active, depth: w.depth}
	inner.conditions = append(inner.conditions, w.conditions...)
	inner.block = inner.newBlock()
	for _, h := range owns {
		inner.declare(h)
	}
	return inner
}

// goOwner starts a goroutine that gives up its reference itself.
func (w *writer) goOwner() bool {
	h := w.some(w.live)
	if h == nil {
		return false
	}
	shared := elsewhere()
	given := func(name string) *writer {
		return w.inside(&holder{name: name, element: h.element, lease: shared, held: w.active, caught: true})
	}
	start := func(op op, head string, inner *writer, tail string) *statement {
		inner.body(1 + w.IntN(3))
		return w.emit(&statement{op: op, ref: h.name, heads: []string{head + startsLate}, blocks: []*block{inner.block}, text: tail})
	}
	unretained := map[Class]string{DroppedRetain: "}(" + h.name + ")"}
	switch choice := w.IntN(6); {
	case choice == 0 && w.plainRef(h) && w.active&h.drop == nowhere:
		h.caught = true
		start(handOver, "go func() {", given(h.name), "}()")
		h.held &^= w.active
	case choice == 1:
		y := w.retained(h)
		y.caught = true
		start(handOver, "go func() {", given(y.name), "}()")
		y.held &^= w.active
	case choice == 2 && w.mayCall():
		call := w.consumer(h.element)(h.name + ".Retain()")
		callee, arguments, _ := strings.Cut(call, "(")
		w.say("go «guard(»%s«)»(%s", callee, arguments)
	case choice == 3:
		w.say("%s.Go(func(object *%s) { %s observe(object.n) })", h.name, h.element, startsLate)
	case choice == 4:
		w.say("go %s.Hold(func(object *%s) { %s observe(object.n) })()", h.name, h.element, startsLate)
	default:
		name := w.fresh("ref")
		start(other, fmt.Sprintf("go func(%s rcpool.Ref[%s]) {", name, h.element), given(name), "}("+h.name+".Retain())").broken = unretained
	}
	h.lease.shared |= w.active
	w.say(settles)
	return true
}

// goJoined starts goroutines that borrow, and waits for them.
func (w *writer) goJoined() bool {
	h := w.some(w.live)
	if h == nil {
		return false
	}
	h.caught = true
	v := w.borrow(h, w.oneIn(3))
	show := func(number string) string { return "observe(" + number + ")" }
	look := startsLate + w.look(v, show)
	if w.oneIn(3) {
		look = fmt.Sprintf("%sobserve(%s.Value().n)", startsLate, h.name)
		w.useView(v)
	}
	name := w.fresh("done")
	wait := name + ".Wait()"
	switch w.IntN(4) {
	case 0:
		w.say("var %s sync.WaitGroup", name)
		w.say("%[1]s.Add(1)\ngo func() {\ndefer %[1]s.Done()\n%[2]s\n}()", name, look)
	case 1:
		w.say("%s := make(chan struct{})", name)
		w.say("go func() {\ndefer close(%s)\n%s\n}()", name, look)
		wait = "<-" + name
	case 2:
		w.say("var %s sync.WaitGroup", name)
		w.say("for range 2 {\n%s.Go(%s.Hold(func(object *%s) { %sobserve(object.n) }))\n}", name, h.name, h.element, startsLate)
	default:
		w.say("var %s sync.WaitGroup", name)
		w.say("%s.Go(func() { %s })", name, look)
	}
	w.say(settles)
	w.emit(&statement{op: waiting, text: wait})
	w.useView(v)
	return true
}

// channel starts a consumer, and sends references to it.
func (w *writer) channel() bool {
	h := w.some(w.live)
	if h == nil {
		return false
	}
	channel, ref := w.fresh("refs"), w.fresh("ref")
	consumer := w.inside(&holder{name: ref, element: h.element, lease: elsewhere(), held: w.active})
	consumer.stays = true
	own := consumer.holders
	consumer.holders = nil
	each, _ := consumer.nested(w.active, func() {
		consumer.holders = own
		consumer.statements(1 + w.IntN(3))
	})
	w.say("%s := make(chan rcpool.Ref[%s], 4)", channel, h.element)
	loop := fmt.Sprintf("for %s := range %s {", ref, channel)
	if w.oneIn(2) {
		w.emit(&statement{heads: []string{"go func() {" + startsLate + "\n" + loop}, blocks: []*block{each}, text: "}\n}()"})
		w.say("defer close(%s)", channel)
	} else {
		done := w.fresh("done")
		w.say("%s := make(chan struct{})", done)
		w.emit(&statement{heads: []string{fmt.Sprintf("go func() {\ndefer close(%s)\n%s%s", done, startsLate, loop)}, blocks: []*block{each}, text: "}\n}()"})
		w.say("defer func() {\nclose(%s)\n<-%s\n}()", channel, done)
	}
	for range 1 + w.IntN(2) {
		w.send(channel, h)
		w.say(settles)
	}
	return true
}

// send hands h itself, or another reference, on over a channel.
func (w *writer) send(channel string, h *holder) {
	h.lease.shared |= w.active
	if w.plainRef(h) && w.oneIn(2) {
		w.emit(&statement{op: handOver, ref: h.name, text: fmt.Sprintf("%s <- %s", channel, w.hand(h))})
		h.held &^= w.active
	} else if w.live(h) {
		w.emit(&statement{text: fmt.Sprintf("%s <- %s.Retain()", channel, h.name), broken: map[Class]string{
			DroppedRetain: fmt.Sprintf("%s <- %s", channel, h.name),
		}})
	}
}

// drain sends references over a channel that the function itself receives from.
func (w *writer) drain() bool {
	h := w.some(w.live)
	if h == nil {
		return false
	}
	channel, ref := w.fresh("refs"), w.fresh("ref")
	w.say("%s := make(chan rcpool.Ref[%s], 2)", channel, h.element)
	w.send(channel, h)
	w.emit(&statement{op: closing, text: fmt.Sprintf("close(%[1]s)\nfor %[2]s := range %[1]s {\nobserve(%[2]s.Value().n)\n%[2]s.Release()\n}", channel, ref)})
	return true
}

// sendOrDrop sends if there is room, and otherwise gives the reference up.
func (w *writer) sendOrDrop() bool {
	h := w.some(func(h *holder) bool { return w.plainRef(h) && w.active&h.drop == nowhere })
	if h == nil {
		return false
	}
	channel, ref := w.fresh("refs"), w.fresh("ref")
	w.say("%s := make(chan rcpool.Ref[%s], number(%s))", channel, h.element, w.known().text)
	text := func(drop string) string {
		return fmt.Sprintf("select {\ncase %s <- %s:\ndefault:\n%s\n}", channel, h.name, drop)
	}
	w.emit(&statement{op: handOver, ref: h.name, text: text(h.name + ".Release()"), broken: map[Class]string{
		DeletedRelease: text("observe(0)"),
	}})
	w.say("close(%[1]s)\nfor %[2]s := range %[1]s {\n%[2]s.Release()\n}", channel, ref)
	h.held &^= w.active
	return true
}

// container declares a slice or map that owns Refs.
func (w *writer) container() bool {
	element, isMap := pick(w, elements), w.oneIn(3)
	h := w.declare(&holder{name: w.fresh("owned"), held: w.active, contains: element})
	each := func(name string) string {
		return fmt.Sprintf("for _, ref := range %s {\n%sref.Release()\n}", name, pick(w, []string{"", "observe(ref.Value().n)\n"}))
	}
	all := fmt.Sprintf("releaseAll(%s)", h.name)
	if isMap {
		w.say("%s := map[int]rcpool.Ref[%s]{}", h.name, element)
		all = fmt.Sprintf("func() {\n%s\n}()", each(h.name))
		h.add = func(value string) string { return fmt.Sprintf("%[1]s[len(%[1]s)] = %[2]s", h.name, value) }
	} else {
		w.say(pick(w, []string{"var %s []rcpool.Ref[%s]", "%s := []rcpool.Ref[%s]{}", "%s := make([]rcpool.Ref[%s], 0, 4)"}), h.name, element)
		h.add = func(value string) string { return fmt.Sprintf("%[1]s = append(%[1]s, %[2]s)", h.name, value) }
	}
	h.end = func(w *writer) {
		text := each(h.name)
		if w.oneIn(3) {
			text = all
		}
		w.emit(&statement{op: closing, ref: h.name, text: text})
	}
	h.put = func() string {
		if isMap {
			return all
		}
		return fmt.Sprintf("func() { releaseAll(%s) }()", h.name)
	}
	w.fill(h)
	return true
}

// fill leases into the container h.
func (w *writer) fill(h *holder) {
	get := pools[h.contains] + ".Get()"
	loop := func(head string) {
		w.say("%s {\n%s\n}", head, h.add(get))
	}
	switch w.IntN(3) {
	case 0:
		loop("for range 2")
	case 1:
		ref := w.fresh("ref")
		w.say("for j := range 2 {\n%[1]s := %[2]s\n%[1]s.Value().n = j\n%[3]s\n}", ref, get, h.add(ref))
	default:
		w.say("%s", h.add(get))
	}
}

func (w *writer) contain() bool {
	into := w.some(func(h *holder) bool { return h.contains != "" && w.active.within(h.held) && w.thaw(h) })
	if into == nil {
		return false
	}
	h := w.some(func(h *holder) bool { return h.element == into.contains && w.live(h) })
	switch {
	case h == nil:
		w.fill(into)
	case w.plainRef(h) && w.oneIn(2):
		w.emit(&statement{op: handOver, ref: h.name, text: into.add(w.hand(h))})
		h.lease.shared |= w.active
		h.held &^= w.active
	default:
		w.emit(&statement{text: into.add(h.name + ".Retain()"), broken: map[Class]string{DroppedRetain: into.add(h.name)}})
		h.lease.shared |= w.active
	}
	return true
}

// global replaces the reference that a variable of the package holds.
func (w *writer) global() bool {
	h := w.some(func(h *holder) bool { return h.element == "Event" && w.live(h) })
	if h == nil || w.literal {
		return false
	}
	w.say("rcpool.Drop(&current)")
	w.emit(&statement{text: fmt.Sprintf("current = %s.Retain()", h.name), broken: map[Class]string{
		DroppedRetain: fmt.Sprintf("current = %s", h.name),
	}})
	h.lease.shared |= w.active
	return true
}
