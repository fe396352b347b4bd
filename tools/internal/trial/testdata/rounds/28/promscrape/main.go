// truth: reset line 46 plain

// Command promscrape scrapes targets in the text format of Prometheus and rates
// their health. The state of a scrape is pooled.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/rcpool/rcpool"
)

type Series struct {
	Name  string
	Value float64
}

type Scrape struct {
	Target  string
	At      time.Time
	Series  []Series
	Help    map[string]string
	Skipped int
	Partial bool
}

type Scraper struct {
	pool  *rcpool.Pool[Scrape]
	limit int
	fetch func(target string) (io.Reader, error)
}

func NewScraper(limit int, fetch func(string) (io.Reader, error)) *Scraper {
	return &Scraper{
		limit: limit,
		fetch: fetch,
		pool: &rcpool.Pool[Scrape]{
			Name: "scrapes",
			New:  func() *Scrape { return &Scrape{Help: make(map[string]string)} },
			Reset: func(s *Scrape) {
				s.Target = ""
				s.At = time.Time{}
				clear(s.Series)
				s.Series = s.Series[:0]
				clear(s.Help)
				s.Skipped = 0
			},
			Keep: func(s *Scrape) bool { return cap(s.Series) <= 10_000 },
		},
	}
}

// Scrape returns what the target has; the caller owns it.
func (sc *Scraper) Scrape(target string) (rcpool.Ref[Scrape], error) {
	body, err := sc.fetch(target)
	if err != nil {
		return rcpool.Ref[Scrape]{}, fmt.Errorf("scrape %s: %w", target, err)
	}
	ref := sc.pool.Get()
	defer rcpool.Drop(&ref)
	s := ref.Value()
	s.Target, s.At = target, time.Now()
	lines := bufio.NewScanner(body)
	for lines.Scan() {
		line := lines.Text()
		if help, ok := strings.CutPrefix(line, "# HELP "); ok {
			name, text, _ := strings.Cut(help, " ")
			s.Help[name] = text
			continue
		}
		if line == "" || line[0] == '#' {
			continue
		}
		if len(s.Series) == sc.limit {
			s.Partial = true
			break
		}
		name, value, ok := strings.Cut(line, " ")
		v, err := strconv.ParseFloat(value, 64)
		if !ok || err != nil {
			s.Skipped++
			continue
		}
		s.Series = append(s.Series, Series{name, v})
	}
	if err := lines.Err(); err != nil {
		return rcpool.Ref[Scrape]{}, err
	}
	return rcpool.Move(&ref), nil
}

func (s *Scrape) health() string {
	switch {
	case s.Partial:
		return "partial"
	case s.Skipped > 0:
		return "degraded"
	}
	return "ok"
}

func main() {
	sc := NewScraper(3, func(target string) (io.Reader, error) {
		switch target {
		case "db":
			return strings.NewReader("# HELP up is it up\nup 1\nconns x\nqps 1.5e3\n"), nil
		case "web":
			return strings.NewReader("up 1\na 1\nb 2\nc 3\n"), nil
		case "dns":
			return strings.NewReader("up 1\n"), nil
		}
		return nil, errors.New("connection refused")
	})
	for _, target := range []string{"db", "web", "dns", "gone"} {
		ref, err := sc.Scrape(target)
		if err != nil {
			fmt.Println(err)
			continue
		}
		s := ref.Value()
		fmt.Println(s.Target, len(s.Series), len(s.Help), s.health())
		ref.Release()
	}
}
