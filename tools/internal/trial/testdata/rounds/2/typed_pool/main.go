// truth: correct
package main

import (
	"errors"
	"fmt"
	"sort"
	"strings"
	"sync"

	"round/typed_pool/freelist"
)

// counter counts words.
type counter struct {
	words map[string]int
	total int
}

func (c *counter) Reset() {
	clear(c.words)
	c.total = 0
}

func (c *counter) add(text string) error {
	if c.words == nil {
		c.words = make(map[string]int)
	}
	for word := range strings.FieldsSeq(text) {
		if len(word) > 12 {
			return fmt.Errorf("%q is no word", word)
		}
		c.words[word]++
		c.total++
	}
	return nil
}

var counters freelist.List[counter, *counter]

// merged counts the texts in parallel and adds the counts up.
func merged(texts []string) (map[string]int, error) {
	parts := make([]*counter, len(texts))
	errs := make([]error, len(texts))
	var wg sync.WaitGroup
	for i, text := range texts {
		parts[i] = counters.Get()
		wg.Go(func() { errs[i] = parts[i].add(text) })
	}
	wg.Wait()
	sum := make(map[string]int)
	for _, part := range parts {
		for word, n := range part.words {
			sum[word] += n
		}
		counters.Put(part)
	}
	return sum, errors.Join(errs...)
}

func longest(text string) (word string, err error) {
	err = counters.Use(func(c *counter) error {
		if err := c.add(text); err != nil {
			return err
		}
		for w := range c.words {
			if len(w) > len(word) || len(w) == len(word) && w < word {
				word = w
			}
		}
		return nil
	})
	return word, err
}

func main() {
	sum, err := merged([]string{"a b a", "b c", "c c supercalifragilistic"})
	words := make([]string, 0, len(sum))
	for word, n := range sum {
		words = append(words, fmt.Sprint(word, n))
	}
	sort.Strings(words)
	fmt.Println(words, err)
	fmt.Println(longest("the quick brown fox"))
	fmt.Println(longest("antidisestablishmentarianism"))
}
