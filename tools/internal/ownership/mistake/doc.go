package mistake

// A Doc is what a user reads of a category, in the terminal, in the documentation and
// on code hosts.
type Doc struct {
	ID      string // the category: the first word of its reports, and the anchor in the documentation
	Name    string // for code hosts
	Level   string // error: the program misbehaves; warning: the pool loses its use; note: a hint
	Summary string
	Text    string
	Wrong   string // declarations of a package that imports rcpool, with the mistake
	Cure    string
	Right   string // the same declarations without the mistake
	Imports string // what both import, besides bytes, errors, io, sync and rcpool
}

// Documentation is the page that explains the categories.
const Documentation = "https://github.com/rcpool/rcpool/blob/main/docs/rcvet.md"

// URL returns the address of the text about the category.
func (d Doc) URL() string { return Documentation + "#" + d.ID }

// Docs returns the texts about all categories: first those about ownership, in the
// order of their weight, then those of the protocols, by name.
func Docs() []Doc {
	all := []Doc{
		leakDoc, doubleReleaseDoc, useAfterReleaseDoc, escapeDoc, resetDoc, detachDoc, zeroRefDoc, wrongPoolDoc, nonPointerDoc, annotationDoc,
	}
	for _, p := range Protocols() {
		all = append(all, p.Doc)
	}
	return all
}

// Categories returns the first words of all reports, in the order of their texts.
func Categories() []string {
	var all []string
	for _, d := range Docs() {
		all = append(all, d.ID)
	}
	return all
}

// DocOf returns the text about a category.
func DocOf(id string) (Doc, bool) {
	for _, d := range Docs() {
		if d.ID == id {
			return d, true
		}
	}
	return Doc{}, false
}
