package reset

import (
	"fmt"
	"go/types"
	"strings"
)

// A method is the Reset of one type.
type method struct {
	*source
	target   *types.Named
	limit    Size
	names    *names
	receiver string
	body     *strings.Builder
	inside   []*types.TypeName // structs being entered, outermost first
	loops    int               // how many are open
	keeps    bool              // some capacity
	problems []error
}

func newMethod(s *source, target *types.Named, limit Size) *method {
	m := &method{source: s, target: target, limit: limit, names: s.namesFor(target), body: new(strings.Builder)}
	m.receiver = m.names.receiver()
	return m
}

// write writes the body, statement by statement.
func (m *method) write() {
	v := place{expr: m.receiver, pointer: true, path: m.target.Obj().Name(), at: m.target.Obj()}
	if _, isStruct := m.target.Underlying().(*types.Struct); isStruct && m.isPlain(m.target.Underlying()) && !isParameter(m.target, "_") {
		m.say("%s = %s{}", v.operand(), receiverType(m.target))
		return
	}
	m.underlying(v, m.target, options{})
}

// A place is something that can be assigned to: a field, an element, or the target
// of a pointer.
type place struct {
	expr    string
	pointer bool // expr is a pointer to the place
	path    string
	at      types.Object // the field, for messages
}

// operand returns the place for an assignment or an argument.
func (p place) operand() string {
	if !p.pointer {
		return p.expr
	}
	if inner, ok := strings.CutPrefix(p.expr, "(*"); ok && strings.HasSuffix(inner, ")") {
		return "**" + strings.TrimSuffix(inner, ")")
	}
	return "*" + p.expr
}

// primary returns the place for an index expression.
func (p place) primary() string {
	if p.pointer {
		return "(*" + p.expr + ")"
	}
	return p.expr
}

func (p place) field(f *types.Var) place {
	return place{expr: p.expr + "." + f.Name(), path: p.path + "." + f.Name(), at: f}
}

func (p place) element(index string) place {
	return place{expr: p.primary() + "[" + index + "]", path: p.path + "[]", at: p.at}
}

func (p place) target() place {
	return place{expr: p.primary(), pointer: true, path: "*" + p.path, at: p.at}
}

func (m *method) say(format string, args ...any) {
	fmt.Fprintf(m.body, format+"\n", args...)
}

func (m *method) refuse(p place, format string, args ...any) {
	m.problems = append(m.problems, problem{m.Fset.Position(p.at.Pos()), p.path, fmt.Sprintf(format, args...)})
}

// reset resets the place of type t, as the tag of its field says.
func (m *method) reset(p place, t types.Type, o options) {
	size, known := sizeOf(t)
	switch n := named(t); {
	case isBroken(t, map[types.Type]bool{}):
		m.refuse(p, "its type does not type-check")
	case known && size == 0:
	case o.keep:
		m.say("// %s is kept, as its tag says.", p.operand())
	case o.drop:
		m.zero(p, t)
	case n != nil && fromSync(n) != nil:
		m.sync(p, n, o)
	case n != nil && isRef(n):
		m.ref(p, n, o)
	case n != nil && m.resets(n):
		m.call(p, n, o)
	default:
		m.underlying(p, t, o)
	}
}

// underlying resets a place whose type has no method Reset.
func (m *method) underlying(p place, t types.Type, o options) {
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		m.useless(p, o, "a type parameter")
		m.zero(p, t)
		return
	}
	switch u := t.Underlying().(type) {
	case *types.Slice:
		m.slice(p, u, o)
	case *types.Map:
		m.mapping(p, t, u, o)
	case *types.Array:
		m.array(p, t, u, o)
	case *types.Struct:
		m.useless(p, o, "a struct without its own Reset; tag its fields")
		m.structure(p, t, u)
	case *types.Pointer:
		m.pointer(p, u, o)
	case *types.Interface:
		m.iface(p, t, u, o)
	default:
		m.useless(p, o, kind(u))
		m.zero(p, t)
	}
}

// useless rejects tags that have no effect.
func (m *method) useless(p place, o options, what string) {
	switch {
	case o.owned:
		m.refuse(p, "the tag owned is for pointers, slices and interfaces with a method Reset; this is %s", what)
	case o.limit != 0:
		m.refuse(p, "the tag limit is for slices, maps and types with the methods Reset and Cap; this is %s", what)
	}
}

// zero assigns the zero value.
func (m *method) zero(p place, t types.Type) {
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		m.say("%s = *new(%s)", p.operand(), m.spell(t))
		return
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			m.say(`%s = ""`, p.operand())
		case u.Info()&types.IsBoolean != 0:
			m.say("%s = false", p.operand())
		case u.Kind() == types.UnsafePointer:
			m.say("%s = nil", p.operand())
		default:
			m.say("%s = 0", p.operand())
		}
	case *types.Array:
		m.say("clear(%s[:])", p.primary())
	case *types.Struct:
		m.say("%s = %s{}", p.operand(), m.spell(t))
	default:
		m.say("%s = nil", p.operand())
	}
}

func (m *method) sync(p place, n *types.Named, o options) {
	what := n.Obj().Pkg().Name() + "." + n.Obj().Name()
	m.useless(p, o, "a "+what)
	switch rule := fromSync(n); {
	case rule.alone != "":
		m.say("// %s is left alone: %s.", p.operand(), rule.alone)
	case rule.zero:
		m.zero(p, n)
	case rule.call != "":
		m.say("%s.%s", p.expr, rule.call)
	default:
		m.refuse(p, "rcgen cannot clear a %s; tag the field rcpool:\"drop\" to set it to zero, or rcpool:\"keep\" and clear it elsewhere", what)
	}
}

// ref releases a reference. Only the user knows whether the object still owns it,
// because copying a reference can hand it over.
func (m *method) ref(p place, n *types.Named, o options) {
	if !o.owned {
		m.refuse(p, `a Ref must be released; tag the field rcpool:"owned" to release it in Reset, or rcpool:"drop" if other code releases it`)
		return
	}
	at := "&" + p.expr
	if p.pointer {
		at = p.expr
	}
	m.say("%s.Drop(%s)", m.importName(n.Obj().Pkg()), at)
}

// call calls the method Reset of n.
func (m *method) call(p place, n *types.Named, o options) {
	isBuffer := n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "bytes" && n.Obj().Name() == "Buffer"
	m.keeps = m.keeps || isBuffer
	limit := o.limit
	if limit == 0 && isBuffer {
		limit = m.limit
	}
	if limit == 0 || limit == NoLimit {
		m.say("%s.Reset()", p.expr)
		return
	}
	if !hasCap(n) {
		m.refuse(p, "the tag limit needs a method Cap() int, which %s does not have", m.spell(n))
		return
	}
	m.say("if %s.Cap() > %d {", p.expr, limit)
	m.zero(p, n)
	m.say("} else {")
	m.say("%s.Reset()", p.expr)
	m.say("}")
}

// slice resets a slice and keeps its capacity.
func (m *method) slice(p place, u *types.Slice, o options) {
	m.keeps = true
	inner := options{}
	if m.leads(u.Elem()) {
		inner = o
	}
	refs := holdsRef(u.Elem())
	if refs { // up to the length only: another owner may have the rest
		if !o.owned {
			m.refuse(p, `its elements hold references, which must be released; tag the field rcpool:"owned" to release them in Reset, or rcpool:"drop" if other code releases them`)
			return
		}
		m.each(p, u.Elem(), inner)
	}
	tooLarge, comment := m.tooLarge("cap("+p.operand()+")", m.limitOf(o), u.Elem())
	if tooLarge == "true" {
		m.say("%s = nil // %s", p.operand(), comment)
		return
	}
	if tooLarge != "" {
		m.say("if %s { // %s", tooLarge, comment)
		m.say("%s = nil", p.operand())
		m.say("} else {")
	}
	switch {
	case refs:
		m.say("clear(%s[len(%s):cap(%s)])", p.primary(), p.operand(), p.operand())
		m.say("%s = %s[:0]", p.operand(), p.primary())
	case o.owned && !(inner == options{} && m.isPlain(u.Elem())):
		m.say("%s = %s[:cap(%s)]", p.operand(), p.primary(), p.operand())
		m.each(p, u.Elem(), inner)
		m.say("%s = %s[:0]", p.operand(), p.primary())
	case holdsPointers(u.Elem()), o.owned && !isNumber(u.Elem()):
		m.say("clear(%s[:cap(%s)])", p.primary(), p.operand())
		fallthrough
	default:
		m.say("%s = %s[:0]", p.operand(), p.primary())
	}
	if tooLarge != "" {
		m.say("}")
	}
}

// mapping clears a map. It replaces a map that is too large with a new one: a nil
// map cannot be written to.
func (m *method) mapping(p place, t types.Type, u *types.Map, o options) {
	m.keeps = true
	switch n := named(u.Elem()); {
	case n != nil && isRef(n) && o.owned:
		ref := m.names.loop(m.loops)
		m.say("for _, %s := range %s {", ref, p.operand())
		m.say("%s.Drop(&%s)", m.importName(n.Obj().Pkg()), ref)
		m.say("}")
	case holdsRef(u.Elem()):
		m.refuse(p, `its values hold references, which must be released; if the values are just references, tag the field rcpool:"owned" to release them in Reset; if other code releases them, tag it rcpool:"drop"`)
		return
	case o.owned:
		m.refuse(p, "the tag owned is not for maps, because clearing a map drops its values")
		return
	}
	tooLarge, comment := m.tooLarge("len("+p.operand()+")", m.limitOf(o), u.Key(), u.Elem())
	if tooLarge == "true" { // for an empty map too
		tooLarge = "len(" + p.operand() + ") > 0"
	}
	if tooLarge == "" {
		m.say("clear(%s)", p.operand())
		return
	}
	m.say("if %s { // %s", tooLarge, comment)
	m.say("%s = make(%s)", p.operand(), m.spell(t))
	m.say("} else {")
	m.say("clear(%s)", p.operand())
	m.say("}")
}

func (m *method) array(p place, t types.Type, u *types.Array, o options) {
	switch {
	case o.owned && !m.leads(u.Elem()):
		m.useless(p, o, "an array of something else")
	case o == (options{}) && m.isPlain(u.Elem()):
		m.zero(p, t)
	default:
		m.each(p, u.Elem(), o)
	}
}

// each resets the elements of a slice or an array.
func (m *method) each(p place, elem types.Type, o options) {
	index := m.names.loop(m.loops)
	m.loops++
	m.block(fmt.Sprintf("for %s := range %s", index, p.operand()), func() { m.reset(p.element(index), elem, o) })
	m.loops--
}

// ifNotNil resets the target of a pointer or an interface that is not nil.
func (m *method) ifNotNil(p place, body func()) {
	m.block(fmt.Sprintf("if %s != nil", p.operand()), body)
}

// block writes a block, unless it has no statement.
func (m *method) block(head string, body func()) {
	outside := m.body
	m.body = new(strings.Builder)
	body()
	inside := m.body.String()
	m.body = outside
	for line := range strings.Lines(inside) {
		if !strings.HasPrefix(line, "//") {
			m.say("%s {\n%s}", head, inside)
			return
		}
	}
	m.body.WriteString(inside)
}

// structure resets a struct field by field, unless assigning it whole is simpler.
func (m *method) structure(p place, t types.Type, u *types.Struct) {
	n := named(t)
	if !m.canEnter(u) {
		if lock := delicate(u); lock != nil {
			m.refuse(p, "%s holds %s.%s, which must not be overwritten, and has no method Reset; tag the field rcpool:\"keep\" and clear it elsewhere, or rcpool:\"drop\" to overwrite it with its zero value",
				types.TypeString(t, (*types.Package).Name), lock.Obj().Pkg().Name(), lock.Obj().Name())
			return
		}
		m.zero(p, t)
		return
	}
	if n != nil && n != m.target && m.isPlain(t) {
		m.zero(p, t)
		return
	}
	if n != nil {
		m.sameBuild(p, n)
		m.inside = append(m.inside, n.Origin().Obj())
		defer func() { m.inside = m.inside[:len(m.inside)-1] }()
	}
	for i := range u.NumFields() {
		f := u.Field(i)
		if f.Name() == "_" {
			continue
		}
		o, err := parseTag(u.Tag(i))
		if err != nil {
			m.refuse(p.field(f), "%v", err)
			continue
		}
		m.reset(p.field(f), f.Type(), o)
	}
}

// sameBuild rejects a struct that may have other fields in some build of the
// generated file.
func (m *method) sameBuild(p place, n *types.Named) {
	if n.Obj().Pkg() != m.Types {
		return
	}
	own, other := text(m.constraints(m.target.Obj())), text(m.constraints(n.Obj()))
	if own != other && other != "everything" {
		m.refuse(p, "%s is declared for builds with %s, but %s for %s, so its fields may differ; give %s its own Reset, by rcgen or by hand",
			n.Obj().Name(), other, m.target.Obj().Name(), own, n.Obj().Name())
	}
}

func (m *method) pointer(p place, u *types.Pointer, o options) {
	if !o.owned {
		m.useless(p, o, "a pointer that is not owned")
		m.say("%s = nil", p.operand())
		return
	}
	m.keeps = true
	if n := named(u.Elem()); n != nil && !m.resets(n) {
		for _, outer := range m.inside {
			if outer == n.Origin().Obj() {
				m.refuse(p, "%s refers to itself, so it needs its own Reset; add it to -type", outer.Name())
				return
			}
		}
	}
	if !m.leads(u.Elem()) {
		o.owned = false
	}
	m.ifNotNil(p, func() { m.reset(p.target(), u.Elem(), o) })
}

// leads reports whether the tag owned has a meaning for a type.
func (m *method) leads(t types.Type) bool {
	if n := named(t); n != nil && (isRef(n) || m.resets(n)) {
		return isRef(n)
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Slice:
		return true
	case *types.Array:
		return m.leads(u.Elem())
	case *types.Interface:
		_, ok := types.Unalias(t).(*types.TypeParam)
		return !ok
	}
	return false
}

func (m *method) iface(p place, t types.Type, u *types.Interface, o options) {
	if o.owned {
		for f := range u.Methods() {
			if f.Name() == "Reset" && f.Signature().Params().Len() == 0 && f.Signature().Results().Len() == 0 {
				m.keeps = true
				m.ifNotNil(p, func() { m.say("%s.Reset()", p.primary()) })
				return
			}
		}
	}
	m.useless(p, o, "an interface without a method Reset()")
	m.zero(p, t)
}

func (m *method) limitOf(o options) Size {
	if o.limit != 0 {
		return o.limit
	}
	return m.limit
}

// tooLarge returns the condition under which so many elements exceed the limit, ""
// for never, and a comment that names the limit.
func (m *method) tooLarge(count string, limit Size, elem ...types.Type) (condition, comment string) {
	if limit == NoLimit {
		return "", ""
	}
	total, known := int64(0), true
	var terms []string
	for _, t := range elem {
		size, ok := sizeOf(t)
		total, known = total+size, known && ok
		if ok {
			terms = append(terms, fmt.Sprint(size))
		} else {
			terms = append(terms, fmt.Sprintf("%s.Sizeof(*new(%s))", m.names.unsafe(), m.spell(t)))
		}
	}
	comment = "more than " + limit.String()
	switch {
	case !known && len(terms) == 1:
		return fmt.Sprintf("uintptr(%s)*%s > %d", count, terms[0], limit), comment
	case !known:
		return fmt.Sprintf("uintptr(%s)*(%s) > %d", count, strings.Join(terms, "+"), limit), comment
	case total == 0:
		return "", ""
	case int64(limit)/total == 0:
		return "true", "one element is more than " + limit.String()
	}
	return fmt.Sprintf("%s > %d", count, int64(limit)/total), comment
}
