package memory

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rcpool/rcpool/tools/internal/ownership/term"
)

// String returns a state as rcvet -debug prints it: a line for each object, with its
// fate; then what is decided, and what is in memory.
func (st *State) String() string {
	var text strings.Builder
	for _, id := range slices.Sorted(maps.Keys(st.Fates)) {
		fmt.Fprintf(&text, "\tobject %d, %s: %v\n", id, st.Objects[id].What, st.Fates[id])
	}
	for t, known := range st.Facts.All() {
		fmt.Fprintf(&text, "\t%s: %v\n", st.Terms.Text(t), known)
	}
	for _, addr := range slices.Sorted(maps.Keys(st.Cells)) {
		v := st.Cells[addr]
		fmt.Fprintf(&text, "\tat %s: %s%s\n", st.Terms.Text(addr), st.Terms.Text(v), st.roleText(v))
	}
	return text.String()
}

func (st *State) roleText(v term.Term) string {
	r, ok := st.Roles[v]
	if !ok {
		return ""
	}
	return fmt.Sprintf(" (%v object %d)", r.As, r.Object)
}
