package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

func proxy(ctx context.Context, in invocation) error {
	if err := in.writeProxy(ctx, in.dir, in.version); err != nil {
		return err
	}
	fmt.Fprintf(in.stdout, "GOPROXY=%s\n", fileURL(in.dir))
	return nil
}

// writeProxy writes the released modules to dir, at the given version, as the
// go command asks a module proxy for them: https://go.dev/ref/mod#goproxy-protocol.
func (r *repository) writeProxy(ctx context.Context, dir, version string) error {
	committed, err := r.commitTime(ctx)
	if err != nil {
		return err
	}
	names, err := r.files(ctx)
	if err != nil {
		return err
	}
	info, err := json.Marshal(struct {
		Version string
		Time    time.Time
	}{version, committed})
	if err != nil {
		return err
	}
	for _, m := range r.released {
		escaped, err := module.EscapePath(m.path)
		if err != nil {
			return err
		}
		goMod, err := r.at(m, version)
		if err != nil {
			return err
		}
		var archive bytes.Buffer
		files, err := r.moduleFiles(m, names, goMod)
		if err != nil {
			return err
		}
		if err := zip.Create(&archive, module.Version{Path: m.path, Version: version}, files); err != nil {
			return err
		}
		at := filepath.Join(dir, filepath.FromSlash(escaped), "@v")
		if err := os.MkdirAll(at, 0o777); err != nil {
			return err
		}
		for name, data := range map[string][]byte{
			"list":            []byte(version + "\n"),
			version + ".info": info,
			version + ".mod":  goMod,
			version + ".zip":  archive.Bytes(),
		} {
			if err := os.WriteFile(filepath.Join(at, name), data, 0o666); err != nil {
				return err
			}
		}
	}
	return nil
}

// moduleFiles returns the files of m, of which zip.Create omits those of the
// modules within it. names are all files of the repository.
func (r *repository) moduleFiles(m *goModule, names []string, goMod []byte) ([]zip.File, error) {
	var files []zip.File
	licensed := false
	for _, name := range names {
		inside := name
		if m.dir != "." {
			var ok bool
			if inside, ok = strings.CutPrefix(name, m.dir+"/"); !ok {
				continue
			}
		}
		data := goMod
		if inside != "go.mod" {
			var err error
			if data, err = os.ReadFile(r.file(name)); err != nil {
				return nil, err
			}
		}
		licensed = licensed || inside == "LICENSE"
		files = append(files, zipFile{inside, data})
	}
	if !licensed { // the go command takes that of the repository
		data, err := os.ReadFile(r.file("LICENSE"))
		if err != nil {
			return nil, err
		}
		files = append(files, zipFile{"LICENSE", data})
	}
	return files, nil
}

// A zipFile is a zip.File in memory, and its own fs.FileInfo.
type zipFile struct {
	name string
	data []byte
}

func (f zipFile) Path() string                 { return f.name }
func (f zipFile) Lstat() (fs.FileInfo, error)  { return f, nil }
func (f zipFile) Open() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(f.data)), nil }
func (f zipFile) Name() string                 { return filepath.Base(f.name) }
func (f zipFile) Size() int64                  { return int64(len(f.data)) }
func (f zipFile) Mode() fs.FileMode            { return 0o644 }
func (f zipFile) ModTime() time.Time           { return time.Time{} }
func (f zipFile) IsDir() bool                  { return false }
func (f zipFile) Sys() any                     { return nil }

// commitTime returns the time of the last commit.
func (r *repository) commitTime(ctx context.Context) (time.Time, error) {
	text, err := git(ctx, r.root, "log", "-1", "--format=%cI")
	if err != nil {
		return time.Time{}, err
	}
	t, err := time.Parse(time.RFC3339, text)
	return t.UTC(), err
}
