// truth: double-release line 64,87 hard

// Command fontcache loads font faces and finds them by file and by family
// name.
package main

import (
	"errors"
	"fmt"
	"hash/fnv"
	"path"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type Face struct {
	File   string
	Family string
	Glyphs [64]uint32
}

var faces = rcpool.Pool[Face]{Name: "faces"}

type library struct {
	mu       sync.RWMutex
	byFile   map[string]rcpool.Ref[Face]
	byFamily map[string]rcpool.Ref[Face]
}

var errNoFont = errors.New("no such font")

func load(file string) (rcpool.Ref[Face], error) {
	if path.Ext(file) != ".ttf" {
		return rcpool.Ref[Face]{}, fmt.Errorf("%w: %s", errNoFont, file)
	}
	ref := faces.Get()
	f := ref.Value()
	f.File = file
	f.Family, _, _ = strings.Cut(strings.TrimSuffix(path.Base(file), ".ttf"), "-")
	h := fnv.New32a()
	for i := range f.Glyphs {
		h.Write([]byte{byte(i)})
		f.Glyphs[i] = h.Sum32()
	}
	return ref, nil
}

// add loads a file, unless it is there. The first face of a family stands for
// the family.
func (l *library) add(file string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, ok := l.byFile[file]; ok {
		return nil
	}
	face, err := load(file)
	if err != nil {
		return err
	}
	l.byFile[file] = face
	if family := face.Value().Family; l.byFamily[family].IsZero() {
		l.byFamily[family] = face
	}
	return nil
}

// find returns a face of the family, which the caller owns.
func (l *library) find(family string) (rcpool.Ref[Face], error) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	face, ok := l.byFamily[family]
	if !ok {
		return rcpool.Ref[Face]{}, fmt.Errorf("%w: family %s", errNoFont, family)
	}
	return face.Retain(), nil
}

func (l *library) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, face := range l.byFile {
		face.Release()
	}
	for _, face := range l.byFamily {
		face.Release()
	}
	l.byFile, l.byFamily = nil, nil
}

func width(face rcpool.Ref[Face], text string) (w int) {
	defer face.Release()
	for _, r := range text {
		w += int(face.Value().Glyphs[r%64] % 12)
	}
	return w
}

func main() {
	l := &library{byFile: make(map[string]rcpool.Ref[Face]), byFamily: make(map[string]rcpool.Ref[Face])}
	defer l.close()
	for _, file := range []string{"/f/Sans-Bold.ttf", "/f/Sans-Italic.ttf", "/f/Mono-Regular.ttf", "/f/readme.txt", "/f/Sans-Bold.ttf"} {
		if err := l.add(file); err != nil {
			fmt.Println(err)
		}
	}
	for _, family := range []string{"Sans", "Mono", "Serif"} {
		face, err := l.find(family)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(family, width(face, "hello"))
	}
}
