package annotation

import "github.com/rcpool/rcpool"

// Peek looks at a mail that stays its caller's.
//
//rcpool:borrows ref
func Peek(ref rcpool.Ref[Mail]) string {
	return ref.Value().To
}

// The mail is still owned after Peek.
func PeekAndSend(to string) string {
	ref := mails.Get()
	ref.Value().To = to
	seen := Peek(ref)
	post(ref.Value())
	ref.Release()
	return seen
}

// SendAll takes the mails over.
//
//rcpool:owns refs
func SendAll(refs []rcpool.Ref[Mail]) {
	for _, ref := range refs {
		post(ref.Value())
		ref.Release()
	}
}

// SendAll has released the mails.
func SendTwo(to, cc string) {
	refs := []rcpool.Ref[Mail]{mails.Get(), mails.Get()}
	refs[0].Value().To = to
	refs[1].Value().To = cc
	SendAll(refs)
}

// The mail is kept until the program ends, which the annotation on the line says.
func KeepOnLine(to string) {
	ref := mails.Get() //rcpool:ignore the postmaster's mail is kept until the program ends
	ref.Value().To = to
	post(ref.Value())
}

// The mail is kept until the program ends, which the annotation on the line
// above says.
func KeepBelowLine(to string) {
	//rcpool:ignore the postmaster's mail is kept until the program ends
	ref := mails.Get()
	ref.Value().To = to
	post(ref.Value())
}

// The mail is kept until the program ends.
//
//rcpool:ignore the postmaster's mail is kept until the program ends
func KeepInFunction(to string) {
	ref := mails.Get()
	ref.Value().To = to
	post(ref.Value())
}
