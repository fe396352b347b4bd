package fate

import "go/token"

// A Progress is how far an object is in a protocol, an order in which its methods are
// called.
type Progress struct {
	Step Step
	At   token.Pos // of the call that began what is pending
}

// A Step is what a call does with an object in view of a protocol, and the state that
// the object is in afterwards.
type Step uint8

const (
	Idle    Step = iota // nothing: the object is as it was
	Pending             // something was begun that is to be finished before the release
	Settled             // what was begun is finished
	Unknown             // somebody else may begin or finish it: nothing is reported
)

// After returns the progress after a step at a place. What is unknown stays so.
func (p Progress) After(s Step, at token.Pos) Progress {
	switch {
	case s == Idle || p.Step == Unknown || p.Step == Pending && s == Pending:
		return p
	case s == Settled && p.Step == Idle:
		return p // there was nothing to finish
	}
	return Progress{s, at}
}
