package loopover

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"strings"

	"github.com/rcpool/rcpool"
)

// The body releases before it returns.
func decode(token string) (rcpool.Ref[claims], error) {
	ref := all.Get()
	for part := range strings.SplitSeq(token, ";") {
		k, v, ok := strings.Cut(part, "=")
		if !ok {
			ref.Release()
			return rcpool.Ref[claims]{}, errToken
		}
		if k == "path" {
			ref.Value().path = v
		}
	}
	return ref, nil
}

// What the callee returns beside its error is none.
func authorize(token string, paths func(string) bool) error {
	ref, err := decode(token)
	if err != nil {
		return err
	}
	defer ref.Release()
	if !paths(ref.Value().path) {
		return errToken
	}
	return nil
}

// The body hands over, and the loop ends.
func offer(queues map[string]chan rcpool.Ref[claims], token string) error {
	ref, err := decode(token)
	if err != nil {
		return err
	}
	for name := range maps.Keys(queues) {
		if strings.HasPrefix(ref.Value().path, name) {
			queues[name] <- ref
			return nil
		}
	}
	ref.Release()
	return errToken
}

// How often the body ran is not known.
func count(from source, most int) (int, error) {
	n := 0
	ref := all.Get()
	for line, err := range from.Lines() {
		if err != nil {
			ref.Release()
			return 0, err
		}
		ref.Value().path = line
		n++
	}
	if n > most {
		ref.Release()
		return 0, errToken
	}
	defer ref.Release()
	return n, nil
}

// Each turn has a lease of its own.
func each(from source) (total int) {
	for line, err := range from.Lines() {
		ref := all.Get()
		if err != nil {
			ref.Release()
			break
		}
		ref.Value().path = line
		total += len(ref.Value().path)
		ref.Release()
	}
	return total
}

// The loop writes, and the function flushes.
func writeWords(w *bufio.Writer, text string) {
	for word := range strings.SplitSeq(text, " ") {
		fmt.Fprintf(w, "%s\n", word)
	}
	w.Flush()
}

func words(to io.Writer, text string) {
	ref := writers.Get()
	defer ref.Release()
	w := ref.Value()
	w.Reset(to)
	writeWords(w, text)
}
