package memory

import (
	"testing"

	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
)

// A list may have its own elements in it again, as when it is compacted.
func TestDrain_ContainerOfItsOwnElements(t *testing.T) {
	st := NewState(NewValues())
	list := st.Terms.Make(term.Node{Kind: term.Alloc})
	element := st.Terms.Make(term.Node{Kind: term.Load, A: st.Terms.Index(list, st.Terms.Param(0))})
	st.Elements[1] = list
	st.SetFate(1, fate.Fate{Status: fate.Live})
	st.Roles[element] = fate.Reference(1)
	st.Cells[st.Terms.Index(list, st.Terms.Int(0))] = element
	st.Drain(list)
}
