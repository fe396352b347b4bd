package ownership

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
)

// SyntaxIsOwn says that nobody but this package uses the syntax that Check is given: no other
// analyzer, and not the driver when Check is done. Then that is forgotten, too; see source.Forget.
var SyntaxIsOwn bool

// withOwnInfo returns a pass whose information about types is its own, so that it can forget a part
// of that: see forgetTypes.
func withOwnInfo(pass *analysis.Pass) *analysis.Pass {
	own, info := *pass, *pass.TypesInfo
	own.TypesInfo = &info
	return &own
}

// forgetTypes forgets what is asked no more when the package is in SSA form: the types of all
// expressions but those that fixes and resets ask for, and what belongs to selectors and scopes. That is
// a quarter of all that is known of a large package, if its driver forgets it as well, as rcvet does.
func forgetTypes(info *types.Info) {
	kept := map[ast.Expr]types.TypeAndValue{}
	for e, of := range info.Types {
		if of.Type != nil && isAskedFor(of.Type) {
			kept[e] = of
		}
	}
	info.Types, info.Selections, info.Implicits, info.Scopes = kept, nil, nil, nil
}

// isAskedFor reports whether a type is one for whose expressions fixes and resets look: a Ref, a Pool or
// a pointer to one, or bytes.
func isAskedFor(t types.Type) bool {
	return api.IsRef(t) || api.IsPool(api.Deref(t)) || types.Identical(t, byteSlice)
}

var byteSlice = types.NewSlice(types.Typ[types.Byte])
