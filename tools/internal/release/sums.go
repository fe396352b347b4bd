package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/module"
	"golang.org/x/mod/sumdb/dirhash"
)

// goSum returns the go.sum of m for a release of the given version: with the
// checksums of the released modules that m requires. They can be known before
// there is a tag, since they depend on nothing but the files of these modules,
// and m is not part of them.
func (r *repository) goSum(ctx context.Context, m *goModule, version string) ([]byte, error) {
	sums, err := r.foreignSums(m)
	if err != nil || len(r.siblings(m)) == 0 {
		return sums, err
	}
	dir, err := os.MkdirTemp("", "rcpool-sums-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := r.writeProxy(ctx, dir, version); err != nil {
		return nil, err
	}
	for _, require := range r.siblings(m) {
		lines, err := checksums(dir, module.Version{Path: require.Mod.Path, Version: version})
		if err != nil {
			return nil, err
		}
		sums = append(sums, lines...)
	}
	return sortSums(sums), nil
}

// checksums returns the two lines of a go.sum about a module of the proxy in dir.
func checksums(dir string, m module.Version) (string, error) {
	escaped, err := module.EscapePath(m.Path)
	if err != nil {
		return "", err
	}
	base := filepath.Join(dir, filepath.FromSlash(escaped), "@v", m.Version)
	zipSum, err := dirhash.HashZip(base+".zip", dirhash.Hash1)
	if err != nil {
		return "", err
	}
	modSum, err := dirhash.Hash1([]string{"go.mod"}, func(string) (io.ReadCloser, error) { return os.Open(base + ".mod") })
	if err != nil {
		return "", err
	}
	return m.Path + " " + m.Version + " " + zipSum + "\n" + m.Path + " " + m.Version + "/go.mod " + modSum + "\n", nil
}

// foreignSums returns the lines of m's go.sum that are not about the released
// modules.
func (r *repository) foreignSums(m *goModule) ([]byte, error) {
	text, err := r.readSums(m)
	return r.withoutReleased(text), err
}

// readSums returns m's go.sum. A module without requirements has none.
func (r *repository) readSums(m *goModule) ([]byte, error) { return readOptional(r.file(m.sumName())) }

func readOptional(name string) ([]byte, error) {
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return data, err
}

// withoutReleased returns the lines of a go.sum that are not about the released
// modules.
func (r *repository) withoutReleased(goSum []byte) []byte {
	var rest []byte
	for line := range bytes.Lines(goSum) {
		if !r.isReleased(string(bytes.Fields(line)[0])) {
			rest = append(rest, line...)
		}
	}
	return rest
}

// sortSums sorts the lines of a go.sum as the go command does.
func sortSums(goSum []byte) []byte {
	var modules []module.Version
	lines := map[module.Version]string{}
	for line := range strings.Lines(string(goSum)) {
		fields := strings.Fields(line)
		m := module.Version{Path: fields[0], Version: fields[1]}
		modules = append(modules, m)
		lines[m] = line
	}
	module.Sort(modules)
	var sorted strings.Builder
	for _, m := range slices.Compact(modules) {
		sorted.WriteString(lines[m])
	}
	return []byte(sorted.String())
}
