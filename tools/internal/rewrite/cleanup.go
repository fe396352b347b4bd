package rewrite

import (
	"go/ast"
)

// cleanups: deferred calls are put into a list, which one deferred literal calls.
var cleanups = Rewriting{
	Name:  "cleanup list",
	About: "deferred calls become functions in a list that is called at the end",
	sites: func(s *source) (sites []site) {
		if s.mayRecover() {
			return nil
		}
		for _, f := range s.functions() {
			if site, ok := s.cleanup(f); ok {
				sites = append(sites, site)
			}
		}
		return sites
	},
}

func (s *source) cleanup(f function) (site, bool) {
	list := s.fresh("cleanups")
	edits := []edit{insert(f.body.Lbrace+1, "\nvar %s []func()\ndefer func() {\nfor i := len(%[1]s) - 1; i >= 0; i-- {\n%[1]s[i]()\n}\n}()\n", list)}
	all := true
	own(f.body, func(n ast.Node) {
		deferred, ok := n.(*ast.DeferStmt)
		if !ok {
			return
		}
		task, ok := s.task(deferred.Call)
		all = all && ok
		edits = append(edits, replace(deferred.Pos(), deferred.End(), "%s = append(%[1]s, %s)", list, task))
	})
	return site{edits: edits}, all && len(edits) > 1
}

// task is a function without parameters that makes the same call later.
func (s *source) task(call *ast.CallExpr) (text string, ok bool) {
	if literal, ok := call.Fun.(*ast.FuncLit); ok {
		return s.of(literal), len(call.Args) == 0 && literal.Type.Results == nil
	}
	if !s.unchanging(call) {
		return "", false
	}
	if _, method := call.Fun.(*ast.SelectorExpr); method && len(call.Args) == 0 && s.isEmpty(call) {
		return s.of(call.Fun), true
	}
	return "func() { " + s.of(call) + " }", true
}

// isEmpty reports whether a call has no result.
func (s *source) isEmpty(call *ast.CallExpr) bool {
	return s.info.Types[call].IsVoid()
}

// spawned: a goroutine is started by a function that is given what to do.
var spawned = Rewriting{
	Name:  "spawn",
	About: "a goroutine is started by a function that is given what to do",
	sites: func(s *source) (sites []site) {
		name := s.fresh("spawn")
		for _, f := range s.functions() {
			own(f.body, func(n ast.Node) {
				start, ok := n.(*ast.GoStmt)
				if !ok {
					return
				}
				if task, ok := s.task(start.Call); ok {
					sites = append(sites, site{
						edits:   []edit{replace(start.Pos(), start.End(), "%s(%s)", name, task)},
						helpers: []string{"func " + name + "(do func()) { go do() }"},
					})
				}
			})
		}
		return sites
	},
}

// groups: a goroutine of a sync.WaitGroup is started by a method of the group.
var groups = Rewriting{
	Name:  "group",
	About: "Add, go and Done of a group become its method Go, or a function that does the same",
	sites: func(s *source) (sites []site) {
		name := s.fresh("goIn")
		for _, f := range s.functions() {
			for _, list := range f.lists() {
				for i := 1; i < len(list); i++ {
					if site, ok := s.inGroup(list[i-1], list[i], name, len(sites)%2 == 0); ok {
						sites = append(sites, site)
					}
				}
			}
		}
		return sites
	},
}

// inGroup rewrites g.Add(1) and go func() { defer g.Done(); … }().
func (s *source) inGroup(first, second ast.Stmt, helper string, own bool) (site, bool) {
	add, ok := first.(*ast.ExprStmt)
	start, isStart := second.(*ast.GoStmt)
	if !ok || !isStart {
		return site{}, false
	}
	literal, ok := start.Call.Fun.(*ast.FuncLit)
	if !ok || len(start.Call.Args) > 0 || len(literal.Body.List) == 0 || literal.Type.Results != nil {
		return site{}, false
	}
	call, ok := add.X.(*ast.CallExpr)
	if !ok || len(call.Args) != 1 || s.of(call.Args[0]) != "1" {
		return site{}, false
	}
	method, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || method.Sel.Name != "Add" || s.info.TypeOf(method.X).String() != "sync.WaitGroup" {
		return site{}, false
	}
	group := s.of(method.X)
	done, ok := literal.Body.List[0].(*ast.DeferStmt)
	if !ok || s.of(done.Call) != group+".Done()" {
		return site{}, false
	}
	edits := []edit{
		replace(first.Pos(), first.End(), ""),
		replace(start.Pos(), start.Call.Pos(), "%s.Go(", group),
		replace(done.Pos(), done.End(), ""),
		replace(start.Call.Lparen, start.Call.End(), ")"),
	}
	if !own {
		return site{edits: edits}, true
	}
	edits[1].text = helper + "(&" + group + ", "
	return site{edits: edits, helpers: []string{
		"func " + helper + "(group *sync.WaitGroup, do func()) {\ngroup.Add(1)\ngo func() {\ndefer group.Done()\ndo()\n}()\n}",
	}, imports: []string{"sync"}}, true
}

// locked: what is done under a lock becomes an argument of a function that locks.
var locked = Rewriting{
	Name:  "locked",
	About: "statements between Lock and Unlock become a literal that a function calls under the lock",
	sites: func(s *source) (sites []site) {
		name := s.fresh("locked")
		for _, f := range s.functions() {
			for _, list := range f.lists() {
				for i, st := range list {
					lock, ok := s.lockOf(st, "Lock")
					if !ok || isDeferred(st) {
						continue
					}
					if site, ok := s.lockedUntilReturn(f, list, i, lock, name); ok {
						sites = append(sites, site)
					}
					for j := i + 2; j < len(list); j++ {
						if unlocked, ok := s.lockOf(list[j], "Unlock"); !ok || unlocked != lock || isDeferred(list[j]) {
							continue
						}
						if site, ok := s.underLock(f, list[i:j+1], lock, name); ok {
							sites = append(sites, site)
						}
						break
					}
				}
			}
		}
		return sites
	},
}

// lockOf is the address of the mutex whose method a statement calls.
func (s *source) lockOf(st ast.Stmt, name string) (text string, ok bool) {
	call, ok := valueOf(st).(*ast.CallExpr)
	if _, assigned := st.(*ast.AssignStmt); !ok || assigned {
		return "", false
	}
	method, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || method.Sel.Name != name {
		return "", false
	}
	switch s.info.TypeOf(method.X).String() {
	case "sync.Mutex", "sync.RWMutex":
		return "&" + s.of(method.X), true
	}
	return "", false
}

func (s *source) underLock(f function, list []ast.Stmt, lock, name string) (site, bool) {
	inside := list[1 : len(list)-1]
	if !s.closed(inside) {
		return site{}, false
	}
	pos, end := extent(inside)
	x, ok := s.extract(f, pos, end, byResult)
	if !ok || len(x.out) > 1 {
		return site{}, false
	}
	results, ok := s.typesOf(x.out)
	if !ok {
		return site{}, false
	}
	before, after := "", ""
	helper := "func " + name + "(lock sync.Locker, do func()) {\nlock.Lock()\ndefer lock.Unlock()\ndo()\n}"
	if names := comma(namesOf(x.out)); names != "" {
		before, after = names+" := ", "\nreturn "+names
		name += "Value"
		helper = "func " + name + "[T any](lock sync.Locker, do func() T) T {\nlock.Lock()\ndefer lock.Unlock()\nreturn do()\n}"
	}
	return site{edits: []edit{
		replace(list[0].Pos(), pos, "%s%s(%s, func() %s {\n", before, name, lock, parenthesized(results)),
		replace(end, list[len(list)-1].End(), "%s\n})", after),
	}, helpers: []string{helper}, imports: []string{"sync"}}, true
}

func isDeferred(st ast.Stmt) bool {
	_, ok := st.(*ast.DeferStmt)
	return ok
}

// lockedUntilReturn rewrites mu.Lock() and defer mu.Unlock(), with the rest of their
// function.
func (s *source) lockedUntilReturn(f function, list []ast.Stmt, i int, lock, name string) (site, bool) {
	if i+2 >= len(list) || !isDeferred(list[i+1]) || list[0] != f.body.List[0] || f.namedResults() || labeled(f) || s.recovers(list...) {
		return site{}, false
	}
	if unlocked, ok := s.lockOf(list[i+1], "Unlock"); !ok || unlocked != lock {
		return site{}, false
	}
	results, ok := s.results(f)
	if !ok || len(results) > 2 {
		return site{}, false
	}
	before, kinds, returned, do := "return ", "", "", "return do()"
	switch len(results) {
	case 0:
		before, do = "", "do()"
	case 1:
		name, kinds, returned = name+"Value", "[T any]", "T"
	case 2:
		name, kinds, returned = name+"Values", "[A, B any]", "(A, B)"
	}
	return site{edits: []edit{
		replace(list[i].Pos(), list[i+2].Pos(), "%s%s(%s, func() %s {\n", before, name, lock, parenthesized(results)),
		insert(f.body.Rbrace, "})\n"),
	}, helpers: []string{
		"func " + name + kinds + "(lock sync.Locker, do func() " + returned + ") " + returned + " {\nlock.Lock()\ndefer lock.Unlock()\n" + do + "\n}",
	}, imports: []string{"sync"}}, true
}
