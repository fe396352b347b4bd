package shape

import (
	"fmt"
	"slices"
	"strings"
)

// A Finding is a part of an object that is not as it should be.
type Finding struct {
	Path   string  // such as .User.Tags[2]
	Offset uintptr // in bytes from the start of the object
	What   string  // what is wrong with it: never a value, since values may be secret
}

const maxFindings = 8

// findings collects at most maxFindings of them: one for each field of the
// object, and of an array the first element and how many there are.
type findings struct {
	shape  *Shape
	fields []Finding

	array   *leaf   // the array that the last finding is in
	element uintptr // the element of it
	more    int     // elements of the array after the first
}

// add adds a finding; the calls come in the order of the offsets. If whole, the
// leaf at the offset is wrong; otherwise it is the number at the offset, which
// can be an element of the leaf.
func (f *findings) add(at uintptr, whole bool, what string) {
	l := f.shape.leafAt(at)
	element := uintptr(0)
	if l.elem != nil {
		element = (at - l.offset) / l.unit
	}
	if l.elem != nil && l == f.array {
		if element != f.element {
			f.element = element
			f.more++
		}
		return
	}
	f.endArray()
	if len(f.fields) == maxFindings {
		return
	}
	if l.elem != nil {
		f.array, f.element = l, element
	}
	var path strings.Builder
	_, start := f.shape.find(at, whole, &path)
	f.fields = append(f.fields, Finding{Path: path.String(), Offset: start, What: what})
}

func (f *findings) endArray() {
	if f.more > 0 {
		last := &f.fields[len(f.fields)-1]
		last.What = fmt.Sprintf("%s; %d more elements of the array too", last.What, f.more)
		if f.more == 1 {
			last.What = strings.Replace(last.What, "elements", "element", 1)
		}
	}
	f.array, f.more = nil, 0
}

func (f *findings) list() []Finding {
	f.endArray()
	return slices.Clip(f.fields)
}
