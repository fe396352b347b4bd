// truth: use-after-release line 65 plain

// Command feedreader reads items from a text feed and counts the urgent ones.
package main

import (
	"bufio"
	"fmt"
	"io"
	"log"
	"strconv"
	"strings"

	"github.com/rcpool/rcpool"
)

type Item struct {
	Title    string
	Priority int
	Words    []string
}

func (i *Item) Reset() {
	i.Title, i.Priority = "", 0
	clear(i.Words)
	i.Words = i.Words[:0]
}

var items = rcpool.Pool[Item]{Name: "items"}

type Summary struct {
	Items, Words, Urgent, Bad int
}

func parse(line string, into *Item) error {
	priority, title, ok := strings.Cut(line, " ")
	if !ok {
		return fmt.Errorf("no title in %q", line)
	}
	n, err := strconv.Atoi(priority)
	if err != nil {
		return err
	}
	into.Priority, into.Title = n, title
	into.Words = append(into.Words, strings.Fields(title)...)
	return nil
}

func Read(r io.Reader, limit int) (s Summary, err error) {
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		if lines.Text() == "" {
			continue
		}
		ref := items.Get()
		item := ref.Value()
		if err := parse(lines.Text(), item); err != nil {
			ref.Release()
			s.Bad++
			continue
		}
		s.Items++
		s.Words += len(item.Words)
		ref.Release()
		if item.Priority >= limit {
			s.Urgent++
		}
	}
	return s, lines.Err()
}

func main() {
	feed := "9 disk is full\n1 all is well\n\nnothing\n7 cpu is hot\nx y\n"
	s, err := Read(strings.NewReader(feed), 5)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%+v\n", s)
	if s.Urgent != 2 {
		log.Fatal("want 2 urgent items")
	}
}
