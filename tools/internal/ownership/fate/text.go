package fate

import "fmt"

// String returns a status in a word.
func (s Status) String() string { return [...]string{"live", "dead", "gone", "top"}[s] }

// String completes "the value is …".
func (a As) String() string {
	return [...]string{"nothing of", "a reference to", "a borrow of", "memory of", "what releases"}[a]
}

// String returns a fate as rcvet -debug prints it.
func (f *Fate) String() string {
	text := f.Status.String()
	switch f.Status {
	case Live:
		text += fmt.Sprintf(", %d owned here", f.Count)
	case Gone:
		text += ", " + f.How.Verb()
	}
	if len(f.Loans) > 0 {
		text += fmt.Sprintf(", lent %d times", len(f.Loans))
	}
	return text
}
