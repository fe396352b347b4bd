package program

import (
	"fmt"
	"regexp"
	"strings"
)

// A Class is a kind of mutation. Whether a mutation breaks the program, its
// name does not say.
type Class string

const (
	DeletedRelease    Class = "deleted release"
	DeletedDefer      Class = "deleted defer"
	DeletedClose      Class = "deleted close"
	RepeatedRelease   Class = "repeated release"
	RepeatedClose     Class = "repeated close"
	ReleaseAfterDefer Class = "release besides the deferred one"
	ReleaseInLoop     Class = "release in a loop of what is outside"
	LateUse           Class = "use after the release"
	DroppedRetain     Class = "dropped retain"
	DiscardedResult   Class = "discarded result"
	Overwritten       Class = "overwritten variable"
	EarlyReturn       Class = "early return"
	EarlyContinue     Class = "early continue"
	HandedOverUsed    Class = "use after the hand-over"
	HandedOverTwice   Class = "release after the hand-over"
	MovedUsed         Class = "use after the move"
	InvertedGuard     Class = "inverted condition of a release"
	UncheckedError    Class = "unchecked error"
	DroppedWait       Class = "dropped wait"
	KeptInGlobal      Class = "borrowed object kept in a global"
	LentToGoroutine   Class = "borrowed object lent to a goroutine"
	SharedDetach      Class = "detach of a shared object"
	ReturnedBorrow    Class = "returned what is borrowed"
	UndeferredRelease Class = "release not deferred, then a panic"
)

// Classes are all of them.
var Classes = []Class{
	DeletedRelease, DeletedDefer, DeletedClose, RepeatedRelease, RepeatedClose, ReleaseAfterDefer, ReleaseInLoop,
	LateUse, DroppedRetain, DiscardedResult, Overwritten, EarlyReturn, EarlyContinue, HandedOverUsed, HandedOverTwice,
	MovedUsed, InvertedGuard, UncheckedError, DroppedWait, KeptInGlobal, LentToGoroutine, SharedDetach, ReturnedBorrow,
	UndeferredRelease,
}

// Mutations are the classes of mutations that p offers a place for.
func (p *Program) Mutations() []Class {
	var all []Class
	sites := p.sites()
	for _, c := range Classes {
		if len(sites[c]) > 0 {
			all = append(all, c)
		}
	}
	return all
}

// Mutate makes a program that differs from p by one mutation of the class, at a
// place that choices decides. The class must be one of p.Mutations.
//
// Not every mutation breaks the program, and some do not compile.
func (p *Program) Mutate(name string, class Class, choices Choices) *Program {
	q := p.clone()
	q.rename(name)
	pick(choices, q.sites()[class])(choices)
	return q
}

// Renamed is p with another name.
func (p *Program) Renamed(name string) *Program {
	q := p.clone()
	q.rename(name)
	return q
}

// rename changes the name of the program, and of all that it declares.
func (p *Program) rename(name string) {
	old := regexp.MustCompile(`\b` + p.Name + `(\b|[A-Z])`)
	change := func(text string) string { return old.ReplaceAllString(text, name+"$1") }
	changeAll := func(texts map[Class]string) map[Class]string {
		changed := map[Class]string{}
		for class, text := range texts {
			changed[class] = change(text)
		}
		return changed
	}
	for _, d := range p.declarations {
		d.head, d.broken, d.trial = change(d.head), changeAll(d.broken), change(d.trial)
		if d.body == nil {
			continue
		}
		d.body.each(func(b *block) {
			for _, s := range b.statements {
				s.text, s.broken = change(s.text), changeAll(s.broken)
				heads := s.heads
				s.heads = nil
				for _, head := range heads {
					s.heads = append(s.heads, change(head))
				}
			}
		})
	}
	p.Name = name
}

// A site makes a mutation at one place of a program.
type site func(Choices)

func (p *Program) sites() map[Class][]site {
	all := map[Class][]site{}
	add := func(class Class, f site) { all[class] = append(all[class], f) }
	for _, d := range p.declarations {
		for class, text := range d.broken {
			add(class, func(Choices) { d.head = text })
		}
		if d.body == nil {
			continue
		}
		d.body.each(func(b *block) {
			for at, s := range b.statements {
				p.sitesAt(b, at, s, add)
			}
		})
	}
	return all
}

func (p *Program) sitesAt(b *block, at int, s *statement, add func(Class, site)) {
	replace := func(class Class, text func(Choices) string) {
		add(class, func(c Choices) { s.text = text(c) })
	}
	after := func(class Class, text func(Choices) string) {
		add(class, func(c Choices) { b.insert(at+1, text(c)) })
	}
	always := func(format string, args ...any) func(Choices) string {
		return func(Choices) string { return fmt.Sprintf(format, args...) }
	}
	for class, text := range s.broken {
		replace(class, always("%s", text))
	}
	if at > 0 && len(b.inputs) > 0 {
		add(EarlyReturn, func(c Choices) {
			b.insert(at, fmt.Sprintf("if %s {\n%s\n}", pick(c, b.inputs), b.exit))
		})
		if b.loop {
			add(EarlyContinue, func(c Choices) { b.insert(at, fmt.Sprintf("if %s {\ncontinue\n}", pick(c, b.inputs))) })
		}
	}
	switch s.op {
	case acquire:
		if get, ok := strings.CutPrefix(s.text, s.ref+" := "); ok {
			after(Overwritten, always("%s = %s", s.ref, get))
			after(DiscardedResult, always("%s", get))
			after(DiscardedResult, always("%s.Retain()", s.ref))
		}
	case retain:
		after(DiscardedResult, always("%s.Retain()", s.ref))
	case borrow:
		if strings.HasPrefix(s.ref, "object") {
			after(KeptInGlobal, always("kept = append(kept, %s)", s.ref))
			after(LentToGoroutine, always("go func() {%s «touch(%s.n);» observe(%[2]s.n) }()\n%s", startsLate, s.ref, settles))
		}
	case release:
		replace(DeletedRelease, func(Choices) string { return p.without(s.ref) })
		after(RepeatedRelease, always("%s.Release()", s.ref))
		after(LateUse, func(c Choices) string { return pick(c, s.late) })
	case deferred:
		replace(DeletedDefer, func(Choices) string { return p.without(s.ref) })
		after(ReleaseAfterDefer, always("%s.Release()", s.ref))
	case closing:
		replace(DeletedClose, func(Choices) string {
			if s.ref == "" {
				return ""
			}
			return p.without(s.ref)
		})
		if s.ref != "" { // otherwise it closes a channel
			after(RepeatedClose, always("%s", s.text))
		}
		if len(s.late) > 0 {
			after(LateUse, func(c Choices) string { return pick(c, s.late) })
		}
	case handOver:
		after(HandedOverUsed, always("observe(%s.Value().n)", s.ref))
		after(HandedOverTwice, always("%s.Release()", s.ref))
	case moving:
		after(MovedUsed, func(c Choices) string {
			return fmt.Sprintf(pick(c, []string{"observe(%s.Value().n)", "%s.Release()", "observe(peek(&%s))"}), s.ref)
		})
	case guarded:
		add(InvertedGuard, func(Choices) {
			condition := strings.TrimSuffix(strings.TrimPrefix(s.heads[0], "if "), " {")
			s.heads[0] = fmt.Sprintf("if !(%s) {", condition)
		})
	case waiting:
		replace(DroppedWait, always(""))
	case checking:
		add(UncheckedError, func(Choices) {
			name, _, _ := strings.Cut(strings.TrimPrefix(s.heads[0], "if "), " ")
			*s = statement{text: "_ = " + name}
		})
	case looping:
		if len(s.outer) > 0 {
			add(ReleaseInLoop, func(c Choices) {
				s.blocks[0].insert(c.IntN(len(s.blocks[0].statements)+1), pick(c, s.outer)+".Release()")
			})
		}
	}
}

// without is what stands in for a statement that is deleted: nothing, if the
// variable is used elsewhere.
func (p *Program) without(variable string) string {
	uses := regexp.MustCompile(`\b` + variable + `\b`)
	if len(uses.FindAll(p.Source(), -1)) > 2 {
		return ""
	}
	return "_ = " + variable
}
