package code

import (
	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"golang.org/x/tools/go/ssa"
)

// Retains reports whether the package itself takes further references to objects of a family of the table.
// If it does not, a reference that it gives up is the only one it has.
func (p *Package) Retains(table *api.Table, family string) bool {
	if p.retained == nil {
		p.retained = map[string]bool{}
		for instr := range p.Instructions() {
			if call, ok := instr.(ssa.CallInstruction); ok {
				if use := table.Lookup(Object(call.Common())); use != nil && use.Operation == api.Retain {
					p.retained[use.Family.Name] = true
				}
			}
		}
	}
	return p.retained[family]
}
