package word

import "testing"

func TestEntry_IssuesEachEpochOnce(t *testing.T) {
	e := LastEpoch - 2*epochOne
	seen := map[Tag]bool{}
	for range 2 {
		next, tag, ok := e.Issue(5)
		if !ok || seen[tag] || next != tag.Live() || tag.Index() != 5 || !tag.Worn() {
			t.Fatalf("%x issued %x, and became %x (%v)", e, tag, next, ok)
		}
		seen[tag] = true
		for _, taken := range []Entry{next, tag.Reserved()} {
			if _, _, ok := taken.Issue(5); ok {
				t.Errorf("%x issued another reference", taken)
			}
		}
		e = tag.Free()
	}
	if _, tag, ok := e.Issue(5); ok {
		t.Errorf("used up, and issued %x", tag)
	}
	if _, tag, ok := Entry(0).Issue(5); !ok || tag.Worn() {
		t.Errorf("a fresh entry issued %x (%v)", tag, ok)
	}
}

// A counted tag is never taken for one of the others.
func TestTag_CountedIsNoIdentity(t *testing.T) {
	for _, e := range []Entry{0, epochOne, LastEpoch - epochOne, LastEpoch / 3 & epochMask} {
		for _, index := range []int{0, 1, Entries - 1} {
			_, tag, _ := e.Issue(index)
			if !tag.Counted() || tag.Unshared() || tag.Index() != index {
				t.Errorf("entry %x, index %d: tag %x", e, index, tag)
			}
			for w := First; w < lastGeneration; w = (w + w/7) &^ flagMask {
				full := w&generationMask | identityMask | (identityBits-1)*issuedOne | extraMask
				if w.Lease().Counted() || full.HasIdentity(tag) || (full | Suspect | Checked).HasIdentity(tag) || Word(tag) == full {
					t.Errorf("%x takes %x for an identity", full, tag)
				}
			}
		}
	}
}
