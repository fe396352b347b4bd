package advice

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/allocation"
)

// A way is how code allocates.
type way int

const (
	unknownWay way = iota
	making         // new, make, a literal, or a variable that is moved to the heap
	growing        // append
	filling        // an assignment to a map
	converting     // between strings and bytes
	joining        // strings
	closing        // a function literal
	boxing         // values in interfaces
	starting       // a goroutine
)

// An origin is what a line of the source allocates.
type origin struct {
	way      way
	what     string
	why      string
	pool     string // that takes its place, if there is one besides rcpool.Pool
	lines    string
	lifetime Lifetime

	node ast.Node
	size float64 // of the object; 0 if the source does not tell
	name string  // of its type
}

// allocationAt looks at the source for what a line allocates in objects of a size.
func (c *code) allocationAt(f allocation.Frame, size float64) origin {
	s, problem := c.find(f)
	if s == nil {
		return unknown("an object of yours", "It is made in this line; look what it is. Pool it if you know who uses it last. If it is a slice that grows, or a string, there is nothing to pool: give the slice its capacity at once, or append to memory that you have.", problem)
	}
	all := s.origins()
	fits := slices.DeleteFunc(slices.Clone(all), func(o origin) bool { return o.size > 0 && !sameSize(o.size, size) })
	if exact := slices.DeleteFunc(slices.Clone(fits), func(o origin) bool { return o.size == 0 }); len(exact) > 0 {
		fits = exact
	}
	if strong := slices.DeleteFunc(slices.Clone(fits), func(o origin) bool { return o.way == boxing }); len(strong) > 0 {
		fits = strong // boxing is often avoided
	}
	for i := range fits {
		if fits[i].way != fits[0].way {
			return unknown("an object of yours", "The line allocates in several ways. Split it over several lines to see which one it is. Pool an object if you know who uses it last.", "the line allocates in several ways")
		}
	}
	if len(fits) == 0 {
		return unknown("an object of yours", "The source does not show what this line allocates; perhaps a variable of it is moved to the heap (go build -gcflags=-m says so). Pool it if you know who uses it last.", "the source does not show what the line allocates")
	}
	found := fits[0]
	found.explain()
	if found.way == making {
		found.lifetime = s.lifetimeOf(found.node)
	}
	return found
}

func unknown(what, why, problem string) origin {
	return origin{what: what, why: why, lines: ownPool("T"), lifetime: Lifetime{Unknown, problem}}
}

// sameSize reports whether an object is in a block of that size: the allocator
// rounds sizes up, by an eighth at most, or to 16 bytes.
func sameSize(object, block float64) bool {
	return object <= block && block <= max(object*1.15+8, 16)
}

// origins returns all that the line may allocate.
func (s *spot) origins() []origin {
	c := collector{spot: s}
	ast.Inspect(s.decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.UnaryExpr:
			c.pointer(n)
		case *ast.CompositeLit:
			c.literal(n)
		case *ast.CallExpr:
			if s.at(n.Pos(), n.Lparen) {
				c.call(n)
			}
		case *ast.BinaryExpr:
			return !c.joined(n)
		case *ast.FuncLit:
			c.here(closing, n, "a function literal with its variables")
		case *ast.GoStmt:
			c.here(starting, n, "a goroutine")
		case *ast.Ident:
			c.variable(n)
		case *ast.AssignStmt:
			c.assignment(n)
		}
		return true
	})
	return c.all
}

// A collector collects what a line may allocate.
type collector struct {
	*spot
	all []origin
}

// add adds an object of a type, or of an unknown size if t is nil.
func (c *collector) add(w way, n ast.Node, what string, t types.Type) {
	o := origin{way: w, node: n, what: what}
	if t != nil {
		o.name = c.text(t)
		if !generic(t) {
			o.size = float64(c.TypesSizes.Sizeof(t))
		}
	}
	c.all = append(c.all, o)
}

// here adds n if it begins on the line.
func (c *collector) here(w way, n ast.Node, what string) {
	if c.at(n.Pos()) {
		c.add(w, n, what, nil)
	}
}

// pointer adds &T{}.
func (c *collector) pointer(n *ast.UnaryExpr) {
	if literal, ok := ast.Unparen(n.X).(*ast.CompositeLit); ok && n.Op == token.AND && c.at(n.Pos(), literal.Lbrace) {
		t := c.TypesInfo.TypeOf(literal)
		c.add(making, n, "a new "+c.text(t), t)
	}
}

// literal adds literals of slices and maps.
func (c *collector) literal(n *ast.CompositeLit) {
	if !c.at(n.Pos(), n.Lbrace) {
		return
	}
	t := c.TypesInfo.TypeOf(n)
	switch types.Unalias(t).Underlying().(type) {
	case *types.Map:
		c.add(making, n, "a new "+c.text(t), nil)
	case *types.Slice:
		if len(n.Elts) > 0 {
			c.add(making, n, "a new "+c.text(t), nil)
		}
	}
}

// joined adds a sum of strings, all of which is one allocation, and reports
// whether n is one.
func (c *collector) joined(n *ast.BinaryExpr) bool {
	tv := c.TypesInfo.Types[n]
	if n.Op != token.ADD || tv.Value != nil || !isString(tv.Type) || !c.at(n.Pos(), n.OpPos) {
		return false
	}
	c.add(joining, n, "a joined string", nil)
	return true
}

// variable adds a variable that may be moved to the heap.
func (c *collector) variable(n *ast.Ident) {
	v, ok := c.TypesInfo.Defs[n].(*types.Var)
	if !ok || v.IsField() || !c.at(n.Pos()) {
		return
	}
	switch types.Unalias(v.Type()).Underlying().(type) {
	case *types.Struct, *types.Array:
		c.add(making, n, "the variable "+n.Name+", a "+c.text(v.Type())+" that is moved to the heap", v.Type())
	}
}

// assignment adds assignments to maps.
func (c *collector) assignment(n *ast.AssignStmt) {
	for _, left := range n.Lhs {
		if index, ok := left.(*ast.IndexExpr); ok {
			if _, ok := types.Unalias(c.TypesInfo.TypeOf(index.X)).Underlying().(*types.Map); ok {
				c.here(filling, n, "a map that is filled")
			}
		}
	}
}

// call adds what a call allocates.
func (c *collector) call(n *ast.CallExpr) {
	info := c.TypesInfo
	if fun := info.Types[n.Fun]; fun.IsType() {
		c.conversion(n)
		return
	} else if !fun.IsBuiltin() {
		if c.boxes(n) {
			c.add(boxing, n, "values that are boxed in interfaces", nil)
		}
		return
	}
	id, ok := ast.Unparen(n.Fun).(*ast.Ident)
	if !ok {
		return // of package unsafe
	}
	switch t := info.TypeOf(n); id.Name {
	case "new":
		if pointer, ok := types.Unalias(t).Underlying().(*types.Pointer); ok {
			c.add(making, n, "a new "+c.text(pointer.Elem()), pointer.Elem())
		}
	case "make":
		c.add(making, n, "a new "+c.text(t), nil)
	case "append":
		c.add(growing, n, "a "+c.text(t)+" that grows", nil)
	}
}

// conversion adds a copy that a conversion makes.
func (c *collector) conversion(n *ast.CallExpr) {
	if len(n.Args) != 1 {
		return
	}
	to, from := c.TypesInfo.TypeOf(n), c.TypesInfo.TypeOf(n.Args[0])
	if isText(to) && isText(from) && isString(to) != isString(from) && c.TypesInfo.Types[n].Value == nil {
		c.add(converting, n, "a copy as "+c.text(to), nil)
	}
}

// boxes reports whether a call puts values, of types that are no pointers, into
// interfaces.
func (s *spot) boxes(n *ast.CallExpr) bool {
	signature, ok := types.Unalias(s.TypesInfo.TypeOf(n.Fun)).Underlying().(*types.Signature)
	if !ok || n.Ellipsis.IsValid() {
		return false
	}
	parameters := signature.Params()
	for i, argument := range n.Args {
		var t types.Type
		switch {
		case signature.Variadic() && i >= parameters.Len()-1:
			t = parameters.At(parameters.Len() - 1).Type().(*types.Slice).Elem()
		case i < parameters.Len():
			t = parameters.At(i).Type()
		default:
			return false // the results of a call
		}
		given := s.TypesInfo.Types[argument]
		if !types.IsInterface(t) || given.Type == nil || given.Value != nil || types.IsInterface(given.Type) {
			continue
		}
		switch types.Unalias(given.Type).Underlying().(type) {
		case *types.Basic, *types.Struct, *types.Slice, *types.Array:
			return true
		}
	}
	return false
}

// explain says what to do about the way.
func (o *origin) explain() {
	switch o.way {
	case making:
		o.why = "It is made anew each time. If it is only read, share one; if nothing keeps it, a value instead of a pointer may stay on the stack (go build -gcflags=-m says so). Otherwise pool it."
		if o.what == "a new []byte" {
			o.pool, o.lines = "stdpool.Bytes", "b := stdpool.Bytes(n)\ndefer b.Release()\n… b.Value() …"
		} else {
			o.lines = ownPool(cmp.Or(o.name, "T")) // a slice or a map is a field of T
		}
	case growing:
		o.why = "It grows step by step, and each step copies. Give it its capacity at once, or keep it in an object that is pooled and whose Reset keeps its capacity."
		o.lines = "s := make([]T, 0, n) // or slices.Grow"
		if o.what == "a []byte that grows" {
			o.lines = "b := make([]byte, 0, n)\n\nb := stdpool.Bytes(0) // or this: it begins as large as the last ones became\ndefer b.Release()     // after the last use of b.Value()\nb.Append(…)"
		}
	case filling:
		o.why = "A map allocates room for 8 entries with its first one, and more as it grows. If there will be more, say how many at once. To reuse its memory, keep it in an object that is pooled and whose Reset clears it. For a few pairs a slice of pairs is smaller."
		o.lines = "m := make(map[K]V, n) // for more than 8 entries\nclear(m)              // in the Reset of a pooled object"
	case converting:
		o.why = "The conversion copies. Stay with one of the two: most functions of strings are in bytes as well, a map can be read with m[string(b)] without a copy, and io.WriteString, b = append(b, s...) take strings."
	case joining:
		o.why = "Each string is a new one, and strings cannot be pooled. Append the parts to memory that you have, or write them one by one."
		o.lines = "b = append(b, first...)\nb = append(b, second...)"
	case boxing:
		o.why = "A value that is passed as an interface is copied to the heap. For a log, check first whether the level is enabled, or use a function that takes typed values, such as slog's LogAttrs."
	case closing:
		o.why = "The variables that the function literal uses are moved to the heap with it. Pass them as arguments to a named function or method, if that is called often."
	case starting:
		o.why = "The runtime reuses the stacks of goroutines already. For very small pieces of work, a fixed number of workers that read a channel need fewer."
	}
}

func (s *spot) text(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string {
		if p == s.Types {
			return ""
		}
		return p.Name()
	})
}

// generic reports whether the size of a type depends on type parameters.
func generic(t types.Type) bool {
	found := false
	var visit func(t types.Type, depth int)
	visit = func(t types.Type, depth int) {
		if found || depth > 8 {
			return
		}
		switch t := types.Unalias(t).(type) {
		case *types.TypeParam:
			found = true
		case *types.Named:
			visit(t.Underlying(), depth+1)
		case *types.Array:
			visit(t.Elem(), depth+1)
		case *types.Struct:
			for f := range t.Fields() {
				visit(f.Type(), depth+1)
			}
		}
	}
	visit(t, 0)
	return found
}

func isString(t types.Type) bool {
	b, ok := types.Unalias(t).Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// isText reports whether t is a string, or a slice of bytes or runes.
func isText(t types.Type) bool {
	if isString(t) {
		return true
	}
	slice, ok := types.Unalias(t).Underlying().(*types.Slice)
	if !ok {
		return false
	}
	b, ok := types.Unalias(slice.Elem()).Underlying().(*types.Basic)
	return ok && (b.Kind() == types.Byte || b.Kind() == types.Rune)
}

// line says where something happens.
func (s *spot) where(n ast.Node) string { return fmt.Sprintf("line %d", s.lineOf(n)) }
