package rewrite

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// inverted: the condition of an if statement is negated, and its branches change
// places. What follows a branch that leaves becomes the other branch.
var inverted = Rewriting{
	Name:  "inverted condition",
	About: "a condition is negated, and its branches change places",
	sites: func(s *source) (sites []site) {
		for _, f := range s.functions() {
			for _, list := range f.lists() {
				for i, st := range list {
					branch, ok := st.(*ast.IfStmt)
					if !ok {
						continue
					}
					if site, ok := s.invert(branch, list[i+1:]); ok {
						sites = append(sites, site)
					}
				}
			}
		}
		return sites
	},
}

func (s *source) invert(branch *ast.IfStmt, rest []ast.Stmt) (site, bool) {
	condition := []edit{insert(branch.Cond.Pos(), "!("), insert(branch.Cond.End(), ")")}
	switch otherwise := branch.Else.(type) {
	case *ast.BlockStmt:
		return site{edits: append(condition,
			replace(branch.Body.Pos(), branch.Body.End(), "%s", s.of(otherwise)),
			replace(otherwise.Pos(), otherwise.End(), "%s", s.of(branch.Body)))}, true
	case nil:
		body := branch.Body.List
		if len(body) == 0 || len(rest) == 0 || !s.terminates(body[len(body)-1]) || s.hides(branch.Init, rest) {
			return site{}, false
		}
		pos, end := extent(rest)
		return site{edits: append(condition,
			replace(branch.Body.Pos(), branch.Body.End(), "{\n%s\n} else %s", s.between(pos, end), s.of(branch.Body)),
			replace(branch.Body.End(), end, ""))}, true
	}
	return site{}, false
}

// hides reports whether a statement declares a name that the others use.
func (s *source) hides(init ast.Stmt, list []ast.Stmt) bool {
	if init == nil {
		return false
	}
	declared := map[string]bool{}
	for node := range ast.Preorder(init) {
		if id, ok := node.(*ast.Ident); ok && s.info.Defs[id] != nil {
			declared[id.Name] = true
		}
	}
	for _, st := range list {
		for node := range ast.Preorder(st) {
			if id, ok := node.(*ast.Ident); ok && declared[id.Name] {
				return true
			}
		}
	}
	return false
}

// unnested: what an if statement begins with is a statement of its own.
var unnested = Rewriting{
	Name:  "statement before if",
	About: "what an if statement begins with is a statement before it, in a block",
	sites: func(s *source) (sites []site) {
		for _, f := range s.functions() {
			for _, list := range f.lists() {
				for _, st := range list {
					branch, ok := st.(*ast.IfStmt)
					if !ok || branch.Init == nil {
						continue
					}
					sites = append(sites, site{edits: []edit{
						replace(branch.Pos(), branch.Cond.Pos(), "{\n%s\nif ", s.of(branch.Init)),
						insert(branch.End(), "\n}"),
					}})
				}
			}
		}
		return sites
	},
}

// elses: a chain of if statements becomes a switch.
var elses = Rewriting{
	Name:  "if to switch",
	About: "if statements become a switch without a value",
	sites: func(s *source) (sites []site) {
		for _, f := range s.functions() {
			for _, list := range f.lists() {
				for _, st := range list {
					if branch, ok := st.(*ast.IfStmt); ok {
						if text, ok := s.asSwitch(branch); ok {
							sites = append(sites, site{edits: []edit{replace(branch.Pos(), branch.End(), "%s", text)}})
						}
					}
				}
			}
		}
		return sites
	},
}

func (s *source) asSwitch(branch *ast.IfStmt) (string, bool) {
	var b strings.Builder
	b.WriteString("switch ")
	if branch.Init != nil {
		b.WriteString(s.of(branch.Init) + "; ")
	}
	b.WriteString("{\n")
	for first := true; ; first = false {
		if !first && branch.Init != nil || breaks(branch.Body) {
			return "", false
		}
		b.WriteString("case " + s.of(branch.Cond) + ":\n" + s.inside(branch.Body) + "\n")
		next, ok := branch.Else.(*ast.IfStmt)
		if !ok {
			break
		}
		branch = next
	}
	if otherwise, ok := branch.Else.(*ast.BlockStmt); ok {
		if breaks(otherwise) {
			return "", false
		}
		b.WriteString("default:\n" + s.inside(otherwise) + "\n")
	}
	b.WriteString("}")
	return b.String(), true
}

// inside is the text between the braces of a block.
func (s *source) inside(block *ast.BlockStmt) string {
	return s.between(block.Lbrace+1, block.Rbrace)
}

// breaks reports whether a break in the statement, or in one of them, leaves it.
func breaks(n ast.Stmt) bool {
	for _, st := range leaving(n) {
		if branch, ok := st.(*ast.BranchStmt); ok && (branch.Tok == token.BREAK || branch.Tok == token.FALLTHROUGH || branch.Tok == token.GOTO) {
			return true
		}
	}
	return false
}

// switches: a switch becomes a chain of if statements.
var switches = Rewriting{
	Name:  "switch to if",
	About: "a switch becomes if statements",
	sites: func(s *source) (sites []site) {
		for _, f := range s.functions() {
			for _, list := range f.lists() {
				for _, st := range list {
					if choice, ok := st.(*ast.SwitchStmt); ok {
						if text, ok := s.asIfs(choice); ok {
							sites = append(sites, site{edits: []edit{replace(choice.Pos(), choice.End(), "%s", text)}})
						}
					}
				}
			}
		}
		return sites
	},
}

func (s *source) asIfs(choice *ast.SwitchStmt) (string, bool) {
	var b strings.Builder
	b.WriteString("{\n")
	if choice.Init != nil {
		b.WriteString(s.of(choice.Init) + "\n")
	}
	tag := ""
	if choice.Tag != nil {
		tag = s.fresh("chosen")
		b.WriteString(tag + " := " + s.of(choice.Tag) + "\n")
	}
	otherwise, some := "", false
	for _, clause := range choice.Body.List {
		clause := clause.(*ast.CaseClause)
		for _, st := range clause.Body {
			if breaks(st) {
				return "", false
			}
		}
		text := "{\n}"
		if len(clause.Body) > 0 {
			pos, end := extent(clause.Body)
			text = "{\n" + s.between(pos, end) + "\n}"
		}
		if clause.List == nil {
			otherwise = text
			continue
		}
		var conditions []string
		for _, e := range clause.List {
			condition := "(" + s.of(e) + ")"
			if tag != "" {
				condition = tag + " == " + condition
			}
			conditions = append(conditions, condition)
		}
		if some {
			b.WriteString(" else ")
		}
		some = true
		b.WriteString("if " + strings.Join(conditions, " || ") + " " + text)
	}
	if !some {
		return "", false
	}
	if otherwise != "" {
		b.WriteString(" else " + otherwise)
	}
	b.WriteString("\n}")
	return b.String(), true
}

// ranges: a range over a slice or a number counts.
var ranges = Rewriting{
	Name:  "range to index",
	About: "a range over a slice or a number becomes a loop with an index",
	sites: func(s *source) (sites []site) {
		for _, f := range s.functions() {
			own(f.body, func(n ast.Node) {
				loop, ok := n.(*ast.RangeStmt)
				if !ok || loop.Tok == token.ASSIGN {
					return
				}
				if site, ok := s.counting(loop); ok {
					sites = append(sites, site)
				}
			})
		}
		return sites
	},
}

func (s *source) counting(loop *ast.RangeStmt) (site, bool) {
	index := s.fresh("at")
	if id, ok := loop.Key.(*ast.Ident); ok && id.Name != "_" {
		if _, fact := s.local(id); fact == nil || !fact.constant() {
			return site{}, false
		}
		index = id.Name
	}
	list := s.fresh("list")
	head, begin := "", ""
	switch t := s.underlying(loop.X).(type) {
	case *types.Slice:
		head = "for " + index + ", " + list + " := 0, " + s.of(loop.X) + "; " + index + " < len(" + list + "); " + index + "++ {"
		if id, ok := loop.Value.(*ast.Ident); ok && id.Name != "_" {
			begin = id.Name + " := " + list + "[" + index + "]\n"
		}
	case *types.Basic:
		if t.Info()&types.IsInteger == 0 {
			return site{}, false
		}
		zero := "0"
		if text, ok := s.typeText(s.info.TypeOf(loop.X)); ok && text != "int" {
			zero = text + "(0)"
		}
		head = "for " + index + ", " + list + " := " + zero + ", " + s.of(loop.X) + "; " + index + " < " + list + "; " + index + "++ {"
	default:
		return site{}, false
	}
	return site{edits: []edit{replace(loop.Pos(), loop.Body.Lbrace+1, "%s\n%s", head, begin)}}, true
}

// indexes: a loop that counts the elements of a slice becomes a range.
var indexes = Rewriting{
	Name:  "index to range",
	About: "a loop that counts from zero becomes a range",
	sites: func(s *source) (sites []site) {
		for _, f := range s.functions() {
			own(f.body, func(n ast.Node) {
				if loop, ok := n.(*ast.ForStmt); ok {
					if site, ok := s.ranging(loop); ok {
						sites = append(sites, site)
					}
				}
			})
		}
		return sites
	},
}

// ranging rewrites for i := 0; i < n; i++ where n cannot change.
func (s *source) ranging(loop *ast.ForStmt) (site, bool) {
	init, ok := loop.Init.(*ast.AssignStmt)
	if !ok || init.Tok != token.DEFINE || len(init.Lhs) != 1 || s.of(init.Rhs[0]) != "0" {
		return site{}, false
	}
	index := init.Lhs[0].(*ast.Ident)
	condition, ok := loop.Cond.(*ast.BinaryExpr)
	if !ok || condition.Op != token.LSS || s.of(condition.X) != index.Name {
		return site{}, false
	}
	post, ok := loop.Post.(*ast.IncDecStmt)
	if !ok || post.Tok != token.INC || s.of(post.X) != index.Name {
		return site{}, false
	}
	if _, fact := s.local(index); fact == nil || len(fact.assigned) != 1 || fact.addressed || !s.fixed(condition.Y) {
		return site{}, false
	}
	return site{edits: []edit{replace(loop.Init.Pos(), loop.Post.End(), "%s := range %s", index.Name, s.of(condition.Y))}}, true
}

// fixed reports whether an expression has the same value in every turn: a
// constant, a variable that does not change, or its length.
func (s *source) fixed(e ast.Expr) bool {
	if s.info.Types[e].Value != nil {
		return s.info.TypeOf(e) == types.Typ[types.Int]
	}
	if call, ok := e.(*ast.CallExpr); ok && s.builtin(call, "len") {
		e = call.Args[0]
	}
	id, ok := e.(*ast.Ident)
	if !ok {
		return false
	}
	_, fact := s.local(id)
	return fact != nil && fact.constant()
}
