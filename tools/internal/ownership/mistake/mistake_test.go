package mistake

import "testing"

// Which of two findings at one place is kept does not depend on which came first.
func TestFindings_KeepTheSameInAnyOrder(t *testing.T) {
	a, b := Finding{Mistake: Leak{}, Pos: 1, Object: 2, Other: 9}, Finding{Mistake: Leak{}, Pos: 1, Object: 3, Other: 4}
	for _, order := range [][]Finding{{a, b}, {b, a}} {
		all := Findings{}
		for _, f := range order {
			all.Add(f)
		}
		for _, kept := range all {
			if len(all) != 1 || kept.Object != a.Object {
				t.Errorf("%d are kept, with object %d", len(all), kept.Object)
			}
		}
	}
}
