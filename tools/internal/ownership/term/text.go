package term

import (
	"fmt"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Text returns a term as rcvet -debug prints it: "p0.3*", "Get() == nil".
func (ts *Terms) Text(t Term) string {
	if t == 0 {
		return "nothing"
	}
	n := ts.Node(t)
	switch n.Kind {
	case Const:
		return n.Tag.(string)
	case Nil:
		return "nil"
	case Zero:
		return "zero"
	case Param:
		return fmt.Sprintf("p%d", n.N)
	case Free, Global, Func:
		return name(n.Tag)
	case Field, Part:
		return fmt.Sprintf("%s.%d", ts.Text(n.A), n.N)
	case Index:
		return fmt.Sprintf("%s[%s]", ts.Text(n.A), ts.Text(n.B))
	case Slice:
		return fmt.Sprintf("%s[%s:]", ts.Text(n.A), ts.Text(n.B))
	case Load:
		return ts.Text(n.A) + "*"
	case Binary:
		if n.B == 0 {
			return fmt.Sprint(n.Tag.(token.Token), ts.Text(n.A))
		}
		return fmt.Sprint(ts.Text(n.A), " ", n.Tag.(token.Token), " ", ts.Text(n.B))
	case Not:
		return "not " + ts.Text(n.A)
	case Len:
		return "len(" + ts.Text(n.A) + ")"
	case Call:
		return fmt.Sprintf("%s of %s", name(n.Tag), ts.Text(n.A))
	case Pair:
		if n.A == 0 {
			return ts.Text(n.B)
		}
		return ts.Text(n.A) + ", " + ts.Text(n.B)
	case Alloc:
		return fmt.Sprintf("new%d", t)
	case Closure:
		return fmt.Sprintf("literal%d", t)
	}
	return fmt.Sprintf("t%d", t)
}

func name(tag any) string {
	switch tag := tag.(type) {
	case ssa.Value:
		return tag.Name()
	case types.Object:
		return tag.Name()
	case string:
		return tag
	}
	return "?"
}
