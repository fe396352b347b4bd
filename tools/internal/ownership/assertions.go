package ownership

import (
	"go/types"
	"strings"

	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
)

// asserted carries out an assertion of a test. After one of testify's package
// require, the condition holds, because the test would have ended. One of its package
// assert reports whether the condition holds.
func (lc *libraryCalls) asserted(st *memory.State, s *site, fn *types.Func) ([]result, bool) {
	if fn.Pkg() == nil || len(s.args) < 2 {
		return nil, false
	}
	path := fn.Pkg().Path()
	if path != testify+"require" && path != testify+"assert" {
		return nil, false
	}
	condition := lc.assertion(strings.TrimSuffix(fn.Name(), "f"), s.args[1])
	if condition == 0 {
		return nil, false
	}
	var results []result
	no := st.Clone()
	if st.Assume(condition, true) {
		results = append(results, result{st, lc.Terms.Bool(true)})
	}
	if path == testify+"assert" && no.Assume(condition, false) {
		results = append(results, result{no, lc.Terms.Bool(false)})
	}
	return results, true
}

const testify = "github.com/stretchr/testify/"

// assertion returns the condition on a value that an assertion tests, or that
// follows from it; 0 if there is none.
func (lc *libraryCalls) assertion(name string, v term.Term) term.Term {
	isNil := lc.Terms.Equal(v, lc.Terms.Nil())
	switch name {
	case "Nil", "NoError":
		return isNil
	case "NotNil", "Error", "ErrorIs", "ErrorAs", "ErrorContains", "EqualError":
		return lc.Terms.Not(isNil)
	case "True":
		return v
	case "False":
		return lc.Terms.Not(v)
	}
	return 0
}
