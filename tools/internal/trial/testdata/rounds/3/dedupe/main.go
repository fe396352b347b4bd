// truth: leak line 54,64 hard

package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"sort"
	"strconv"
	"strings"

	"github.com/rcpool/rcpool"
)

type Update struct {
	Key     string
	Version int
	Fields  []string
}

func (u *Update) Reset() {
	clear(u.Fields)
	u.Key, u.Version, u.Fields = "", 0, u.Fields[:0]
}

var updates = rcpool.Pool[Update]{Name: "updates"}

func parse(line string, into *Update) error {
	words := strings.Fields(line)
	if len(words) < 2 {
		return errors.New("line is too short")
	}
	version, err := strconv.Atoi(words[1])
	if err != nil {
		return err
	}
	into.Key, into.Version = words[0], version
	into.Fields = append(into.Fields, words[2:]...)
	return nil
}

// latest prints the last update of each key, in order of the keys.
func latest(r io.Reader, w io.Writer) error {
	newest := make(map[string]rcpool.Ref[Update])
	defer func() {
		for _, update := range newest {
			update.Release()
		}
	}()
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		update := updates.Get()
		if err := parse(lines.Text(), update.Value()); err != nil {
			update.Release()
			return err
		}
		key := update.Value().Key
		if old, ok := newest[key]; ok && old.Value().Version > update.Value().Version {
			update.Release()
			continue
		}
		newest[key] = update
	}
	keys := make([]string, 0, len(newest))
	for key := range newest {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	for _, key := range keys {
		u := newest[key].Value()
		fmt.Fprintln(w, u.Key, u.Version, u.Fields)
	}
	return lines.Err()
}

func main() {
	for _, input := range []string{
		"a 1 x\nb 7 y\n",
		"a 2 x\nb 1\na 1 y\n",
		"a 1 x\nb 1\na 2 y z\na 3\n",
		"a 1\nb\n",
	} {
		var out strings.Builder
		err := latest(strings.NewReader(input), &out)
		fmt.Printf("%q %v\n", out.String(), err)
	}
}
