package shape

// Survived compares the traces of an object before its lease with those after
// the reset. It names the fields that are neither empty nor what they were, and
// those that New had filled and that are empty now, because the next owner would
// not find what a fresh object has. The latter does not concern numbers and
// strings.
func (s *Shape) Survived(before, after Traces) []Finding {
	f := findings{shape: s}
	for len(before) > 0 || len(after) > 0 {
		var b, a trace
		if len(after) == 0 || len(before) > 0 && before[0].at <= after[0].at {
			b, before = before[0], before[1:]
		}
		if len(after) > 0 && (b == trace{} || after[0].at == b.at) {
			a, after = after[0], after[1:]
		}
		at := max(a.at, b.at)
		l, _ := s.find(at, true, nil)
		if what := l.verdict(b, a); what != "" {
			f.add(at, true, what)
		}
	}
	return f.list()
}

// What findings say. They reveal no value.
const (
	writtenLate   = "was written after the release"
	otherValue    = "is not zero, and not what it was before the lease"
	otherString   = "holds another text than before the lease"
	otherLength   = "is not empty, and has another length than before the lease"
	otherElements = "has the same length as before the lease, but other elements"
	otherTarget   = "points to something else than before the lease, which is not empty"
	otherContent  = "holds something else than before the lease"
	isEmpty       = "is empty, and was not before the lease: what New built is gone"
	isNil         = "is nil, and was not before the lease: what New built is gone"
)

// verdict compares the traces of a leaf. It returns what is wrong, or "".
func (l *leaf) verdict(before, after trace) string {
	if before == after {
		return ""
	}
	switch l.kind {
	case plainLeaf:
		if after.id != 0 {
			return otherValue
		}
	case stringLeaf:
		if after.id != 0 {
			return otherString
		}
	case sliceLeaf:
		switch {
		case after.id == 0:
			return isEmpty
		case after.id != before.id:
			return otherLength
		case after.sum != before.sum, after.held > before.held:
			return otherElements
		}
	case mapLeaf:
		switch {
		case after.id == 0:
			return isNil
		case after.id > 1:
			return otherLength
		case before.id > 1:
			return isEmpty
		}
	case pointerLeaf:
		switch {
		case after.id == 0:
			return isNil
		case after.id != before.id && after.held > 0:
			return otherTarget
		}
	case interfaceLeaf:
		switch {
		case after.id == 0:
			return isNil
		case after.id != before.id: // of another type; the same may hold another value: a reset may make one anew
			return otherContent
		}
	default:
		switch {
		case after.id == 0:
			return isNil
		case before.id == 0:
			return otherContent
		}
	}
	return ""
}
