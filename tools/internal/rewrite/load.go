package rewrite

import (
	"context"
	"fmt"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"slices"
	"strconv"

	"golang.org/x/tools/go/packages"
)

// Importer returns what imports all packages that the files import, as the module
// in the folder dir has them.
func Importer(ctx context.Context, dir string, files [][]byte) (types.Importer, error) {
	paths := map[string]bool{}
	for _, path := range helperImports {
		paths[path] = true
	}
	for _, text := range files {
		file, err := parser.ParseFile(token.NewFileSet(), "", text, parser.ImportsOnly)
		if err != nil {
			return nil, err
		}
		for _, spec := range file.Imports {
			if path, err := strconv.Unquote(spec.Path.Value); err == nil {
				paths[path] = true
			}
		}
	}
	config := &packages.Config{
		Context: ctx,
		Dir:     dir,
		Mode:    packages.LoadTypes,
		Env:     append(os.Environ(), "GOWORK=off"),
	}
	loaded, err := packages.Load(config, slices.Sorted(maps.Keys(paths))...)
	if err != nil {
		return nil, err
	}
	known := imported{"unsafe": types.Unsafe}
	for _, p := range loaded {
		if len(p.Errors) > 0 {
			return nil, fmt.Errorf("package %s: %w", p.PkgPath, p.Errors[0])
		}
		known[p.PkgPath] = p.Types
	}
	return known, nil
}

type imported map[string]*types.Package

func (i imported) Import(path string) (*types.Package, error) {
	if p := i[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("package %s is not known", path)
}

// helperImports are the packages that rewritings add to a file.
var helperImports = []string{"errors", "io", "log", "maps", "slices", "sync", "sync/atomic"}
