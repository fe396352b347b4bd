package loopover

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"strings"

	"github.com/rcpool/rcpool"
)

// The body returns without a release.
func decodeLost(token string) (rcpool.Ref[claims], error) {
	ref := all.Get() // want "leak: "
	for part := range strings.SplitSeq(token, ";") {
		k, v, ok := strings.Cut(part, "=")
		if !ok {
			return rcpool.Ref[claims]{}, errToken
		}
		if k == "path" {
			ref.Value().path = v
		}
	}
	return ref, nil
}

// What a loop of the callee has filled is lost here.
func authorizeLost(token string, paths func(string) bool) error {
	ref, err := decode(token) // want "leak: "
	if err != nil {
		return err
	}
	if !paths(ref.Value().path) {
		return errToken
	}
	ref.Release()
	return nil
}

// The body hands over, and the function releases.
func offerTwice(queues map[string]chan rcpool.Ref[claims], token string) error {
	ref, err := decode(token)
	if err != nil {
		return err
	}
	for name := range maps.Keys(queues) {
		queues[name] <- ref
		break
	}
	ref.Release() // want "double-release: "
	return errToken
}

// The body releases what the function releases too.
func countTwice(from source) (n int, err error) {
	ref := all.Get()
	defer ref.Release()
	for line, err := range from.Lines() {
		if err != nil {
			ref.Release() // want "double-release: "
			return 0, err
		}
		ref.Value().path = line
		n++
	}
	return n, nil
}

// A turn that breaks off has not released.
func eachLost(from source) (total int) {
	for line, err := range from.Lines() {
		ref := all.Get() // want "leak: "
		if err != nil {
			break
		}
		ref.Value().path = line
		total += len(ref.Value().path)
		ref.Release()
	}
	return total
}

// Nobody flushes what the loop of the callee writes.
func writeWordsOnly(w *bufio.Writer, text string) {
	for word := range strings.SplitSeq(text, " ") {
		fmt.Fprintf(w, "%s\n", word)
	}
}

func wordsLost(to io.Writer, text string) {
	ref := writers.Get()
	defer ref.Release() // want "unflushed: "
	w := ref.Value()
	w.Reset(to)
	writeWordsOnly(w, text)
}
