// truth: correct
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type featureSet struct {
	Entity string             `json:"entity"`
	Values map[string]float64 `json:"values"`
}

var featureSets = rcpool.Pool[featureSet]{Name: "feature sets"}

var errNoEntity = errors.New("entity is missing")

// parse returns the sets of the lines. The caller owns them.
func parse(lines []string) (sets []rcpool.Ref[featureSet], err error) {
	defer func() {
		if err != nil {
			for _, fs := range sets {
				fs.Release()
			}
			sets = nil
		}
	}()
	for i, line := range lines {
		fs, err := stdpool.DecodeJSON([]byte(line), &featureSets)
		if err != nil {
			return sets, fmt.Errorf("line %d: %w", i+1, err)
		}
		sets = append(sets, fs)
		if fs.Value().Entity == "" {
			return sets, fmt.Errorf("line %d: %w", i+1, errNoEntity)
		}
	}
	return sets, nil
}

type sink struct {
	bytes.Buffer
	busy int
}

func (s *sink) push(r io.Reader) error {
	if s.busy > 0 {
		s.busy--
		return errors.New("busy")
	}
	_, err := s.ReadFrom(r)
	return err
}

// push encodes the set once, and tries to send it a few times.
func push(s *sink, fs *featureSet) (err error) {
	body, err := stdpool.EncodeJSON(fs)
	if err != nil {
		return err
	}
	defer body.Release()
	for try := range 3 {
		if err = s.push(bytes.NewReader(body.Value().Bytes())); err == nil {
			return nil
		}
		t := stdpool.Timer(time.Duration(try+1) * time.Millisecond)
		<-t.Value().C
		t.Release()
	}
	return fmt.Errorf("push %s: %w", fs.Entity, err)
}

func ingest(s *sink, lines ...string) (n int, err error) {
	sets, err := parse(lines)
	if err != nil {
		return 0, err
	}
	for i := range sets {
		if err == nil {
			if err = push(s, sets[i].Value()); err == nil {
				n++
			}
		}
		rcpool.Drop(&sets[i])
	}
	return n, err
}

func main() {
	s := &sink{busy: 2}
	good := []string{`{"entity":"u1","values":{"age":30}}`, `{"entity":"u2"}`}
	fmt.Println(ingest(s, good...))
	fmt.Println(ingest(s, good[0], `{"values":{}}`, good[1]))
	fmt.Println(ingest(s, good[0], `{"entity":`))
	s.busy = 4
	fmt.Println(ingest(s, good...))
	fmt.Println(strings.Count(s.String(), "entity"))
}
