// truth: leak line 52 plain
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/rcpool/rcpool"
)

type Label struct {
	Parcel string
	Zip    int
	Grams  int
}

var labels = rcpool.Pool[Label]{Name: "depot.labels"}

var errLabel = errors.New("unreadable label")

func scan(line string, l *Label) error {
	parts := strings.Split(line, "|")
	if len(parts) != 3 {
		return errLabel
	}
	zip, err := strconv.Atoi(parts[1])
	if err != nil {
		return fmt.Errorf("%w: %v", errLabel, err)
	}
	grams, err := strconv.Atoi(parts[2])
	if err != nil {
		return fmt.Errorf("%w: %v", errLabel, err)
	}
	l.Parcel, l.Zip, l.Grams = parts[0], zip, grams
	return nil
}

type sorter struct {
	chutes  [10]int
	heavy   []string
	rejects int
}

// run reads a manifest and sorts its parcels by region.
func (s *sorter) run(manifest io.Reader) error {
	lines := bufio.NewScanner(manifest)
	for lines.Scan() {
		label := labels.Get()
		l := label.Value()
		if err := scan(lines.Text(), l); err != nil {
			s.rejects++
			continue
		}
		if l.Grams > 30000 {
			s.heavy = append(s.heavy, l.Parcel)
		} else {
			s.chutes[l.Zip/10000] += l.Grams
		}
		label.Release()
	}
	return lines.Err()
}

func main() {
	s := &sorter{}
	err := s.run(strings.NewReader("A1|80331|400\nA2|10115|31000\nsmudged\nA3|20095|x\nA4|81667|90\n"))
	fmt.Println(err, s.chutes, s.heavy, s.rejects)
}
