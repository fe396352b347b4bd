package main

import (
	"context"
	"crypto/sha256"
	"debug/buildinfo"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

var platforms = []platform{
	{"darwin", "amd64"}, {"darwin", "arm64"},
	{"linux", "amd64"}, {"linux", "arm64"},
	{"windows", "amd64"}, {"windows", "arm64"},
}

// built are the commands in the archives, packages of the module toolsDir.
var built = []string{"rcadvise", "rcgen", "rcvet"}

const toolsDir = "tools"

func build(ctx context.Context, in invocation) error {
	if err := in.checkClean(ctx); err != nil {
		return err
	}
	return in.buildArchives(ctx, in.version, in.dir, platforms)
}

// buildArchives writes to dir an archive for each platform, and SHA256SUMS.
func (r *repository) buildArchives(ctx context.Context, version, dir string, platforms []platform) (err error) {
	w, err := r.workshop(ctx, version)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.close()) }()
	committed, err := r.commitTime(ctx)
	if err != nil {
		return err
	}
	license, err := os.ReadFile(r.file("LICENSE"))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	var sums strings.Builder
	for _, p := range platforms {
		files := []archived{{"LICENSE", license, 0o644}}
		for _, command := range built {
			binary, err := w.build(ctx, command, p)
			if err != nil {
				return err
			}
			files = append(files, archived{command + p.suffix(), binary, 0o755})
		}
		name, data, err := p.archive("rcpool-tools_"+version, files, committed)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(data), name)
	}
	return os.WriteFile(filepath.Join(dir, "SHA256SUMS"), []byte(sums.String()), 0o666)
}

// A workshop builds commands as "go install command@version" does, so that they
// know their version and anybody can build the same. It has a module cache of
// its own, because the version may not be published yet.
type workshop struct {
	tools string // the path of their module
	sums  string // the go.sum of that module

	version string
	dir     string
	env     []string
}

func (r *repository) workshop(ctx context.Context, version string) (_ *workshop, err error) {
	here, err := currentEnvironment(ctx)
	if err != nil {
		return nil, err
	}
	tools := r.released[slices.Index(released, toolsDir)]
	sums, err := r.readSums(tools)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "rcpool-build-")
	if err != nil {
		return nil, err
	}
	w := &workshop{tools: tools.path, sums: string(sums), version: version, dir: dir}
	proxy := filepath.Join(dir, "proxy")
	if err := r.writeProxy(ctx, proxy, version); err != nil {
		return nil, errors.Join(err, w.close())
	}
	downloads := filepath.Join(here.cache, "cache", "download") // is a proxy too
	w.env = here.with([]string{proxy, downloads},
		"GOFLAGS=-trimpath -modcacherw", "CGO_ENABLED=0", "GOTOOLCHAIN=local", "GOEXPERIMENT=", "GOAMD64=v1", "GOARM64=v8.0",
		"GOPATH="+filepath.Join(dir, "gopath"), "GOMODCACHE="+filepath.Join(dir, "modules"), "GOBIN=",
		"GOSUMDB=off", // build compares with go.sum instead
	)
	return w, nil
}

func (w *workshop) close() error { return os.RemoveAll(w.dir) }

// build returns the binary of a command.
func (w *workshop) build(ctx context.Context, command string, p platform) ([]byte, error) {
	env := append(slices.Clip(w.env), "GOOS="+p.os, "GOARCH="+p.arch)
	if _, err := output(ctx, w.dir, env, "go", "install", w.tools+"/"+command+"@"+w.version); err != nil {
		return nil, err
	}
	bin := filepath.Join(w.dir, "gopath", "bin")
	name := filepath.Join(bin, p.os+"_"+p.arch, command+p.suffix())
	if p == (platform{runtime.GOOS, runtime.GOARCH}) {
		name = filepath.Join(bin, command+p.suffix())
	}
	if err := w.checkDependencies(name); err != nil {
		return nil, err
	}
	return os.ReadFile(name)
}

// checkDependencies compares the modules that a binary was built from with the
// go.sum of the tools.
func (w *workshop) checkDependencies(binary string) error {
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return err
	}
	for _, dep := range info.Deps {
		line := dep.Path + " " + dep.Version + " " + dep.Sum + "\n"
		if !strings.Contains("\n"+w.sums, "\n"+line) {
			return fmt.Errorf("%s was built from what is not in %s/go.sum: %s", filepath.Base(binary), toolsDir, line)
		}
	}
	return nil
}
