package ownership

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/summary"
)

// This file is about functions that wrap an error, as errors.Wrap of github.com/pkg/errors does. They
// return nil for nil, and begin with that. Many packages have one that use nothing of what the table
// knows, so the syntax has to tell, and a fact says it to the importers.

// exportWrappers exports a fact for each such function of a package.
func exportWrappers(pass *analysis.Pass) {
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || fn.Body == nil || len(fn.Body.List) < 2 {
				continue
			}
			object, ok := pass.TypesInfo.Defs[fn.Name].(*types.Func)
			if ok && wrapsError(object) && returnsNilFirst(fn, pass.TypesInfo, object.Signature().Params().At(0)) {
				pass.ExportObjectFact(object, &summary.Fact{KeepsNil: true})
			}
		}
	}
}

// wrapsError reports whether a function has an error for an error.
func wrapsError(fn *types.Func) bool {
	signature := fn.Signature()
	return signature.Recv() == nil && signature.Params().Len() > 0 && signature.Results().Len() == 1 &&
		api.IsError(signature.Params().At(0).Type()) && api.IsError(signature.Results().At(0).Type())
}

// returnsNilFirst reports whether a function begins with: if err == nil { return nil }.
func returnsNilFirst(fn *ast.FuncDecl, info *types.Info, err *types.Var) bool {
	branch, ok := fn.Body.List[0].(*ast.IfStmt)
	if !ok || branch.Init != nil || len(branch.Body.List) != 1 {
		return false
	}
	test, ok := branch.Cond.(*ast.BinaryExpr)
	if !ok || test.Op != token.EQL || !info.Types[test.Y].IsNil() {
		return false
	}
	asked, ok := test.X.(*ast.Ident)
	if !ok || info.Uses[asked] != err {
		return false
	}
	exit, ok := branch.Body.List[0].(*ast.ReturnStmt)
	return ok && len(exit.Results) == 1 && info.Types[exit.Results[0]].IsNil()
}

// keepsNil reports whether a function is known to return nil for an error that is nil.
func keepsNil(pass *analysis.Pass, fn *types.Func) bool {
	var f summary.Fact
	return pass.ImportObjectFact(fn, &f) && f.KeepsNil
}

// staysNil sets the result of such a function of another package, where its argument is nil.
func (x *explorer) staysNil(results []result, s *site, fn *types.Func) {
	if fn == nil || fn.Pkg() == x.checker.pass.Pkg || !wrapsError(fn) || !keepsNil(x.checker.pass, fn) {
		return
	}
	for k := range results {
		r := &results[k]
		if isNil, known := r.st.Facts.Decide(x.Terms, x.Terms.Binary(token.EQL, s.args[0], x.Terms.Nil())); known && isNil {
			r.value = x.Terms.Nil()
		}
	}
}
