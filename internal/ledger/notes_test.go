package ledger

import (
	"reflect"
	"testing"
)

func TestNotes_ListsWhatIsNotRemoved(t *testing.T) {
	var l Notes
	notes := make([]Note, 5)
	for i := range notes {
		notes[i].Value = i
	}
	listed := func() (all []any) {
		l.Each(func(value any) { all = append(all, value) })
		return all
	}
	for _, step := range []struct {
		do   func(*Note)
		note int
		want []any
	}{
		{l.Remove, 0, nil},
		{l.Add, 0, []any{0}},
		{l.Remove, 0, nil},
		{l.Add, 0, []any{0}},
		{l.Add, 1, []any{1, 0}},
		{l.Add, 2, []any{2, 1, 0}},
		{l.Remove, 1, []any{2, 0}},
		{l.Remove, 1, []any{2, 0}},
		{l.Add, 3, []any{3, 2, 0}},
		{l.Remove, 0, []any{3, 2}},
		{l.Remove, 3, []any{2}},
		{l.Add, 4, []any{4, 2}},
	} {
		step.do(&notes[step.note])
		if got := listed(); !reflect.DeepEqual(got, step.want) {
			t.Fatalf("after note %d: got %v, want %v", step.note, got, step.want)
		}
	}
}
