// Command pipeline filters the lines of a log, and counts them by their first
// word. Lines are not copied on their way through the stages:
//
//	read ── blocks ──> split ── lines ──> print
//	                         └─ lines ──> count
//
// read fills blocks of memory from a pool; only a line that the end of a block
// cuts in two is copied, to the next block. split cuts a block into lines: each
// is a reference to a part of the block. print and count have references of
// their own, and work at the same time. When the last line of a block has been
// released, the block goes back to the pool.
//
//	go run ./examples/pipeline -match timeout < service.log
//
// The matching lines go to the standard output, the counts to the standard
// error. Ctrl-C ends the program, which then exits with 130.
package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"slices"
	"syscall"

	"github.com/rcpool/rcpool/stdpool"
)

func main() {
	match := flag.String("match", "", "print only lines with this `text`")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "pipeline prints lines of its input, and counts them by their first word.\n\nFlags:")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "pipeline: unexpected argument %q; -help says more\n", flag.Arg(0))
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	counts, err := run(ctx, os.Stdin, os.Stdout, []byte(*match))
	for _, word := range slices.Sorted(maps.Keys(counts)) {
		fmt.Fprintf(os.Stderr, "%7d %s\n", counts[word], word)
	}
	switch {
	case errors.Is(err, context.Canceled):
		os.Exit(130)
	case err != nil:
		fmt.Fprintln(os.Stderr, "pipeline:", err)
		os.Exit(1)
	}
}

const blockSize = 16 << 10 // and so the size of the longest line

// run sends what r gives through the stages, and returns the counts. It returns
// when ctx is done, even if r still waits for input.
func run(ctx context.Context, r io.Reader, w io.Writer, match []byte) (map[string]int, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	blocks := make(chan stdpool.ByteRef)
	toPrint, toCount := make(chan stdpool.ByteRef, 100), make(chan stdpool.ByteRef, 100)
	go func() {
		defer close(blocks)
		if err := read(ctx, r, blocks); err != nil {
			cancel(err)
		}
	}()
	go func() {
		defer close(toPrint)
		defer close(toCount)
		split(ctx, blocks, match, toPrint, toCount)
	}()
	printed := make(chan error, 1)
	go func() { printed <- print(toPrint, w) }()
	counts := count(toCount)
	return counts, cmp.Or(<-printed, context.Cause(ctx))
}

// read sends blocks of whole lines.
func read(ctx context.Context, r io.Reader, blocks chan<- stdpool.ByteRef) error {
	var rest stdpool.ByteRef // the beginning of a line
	defer func() { rest.Drop() }()
	for {
		block := stdpool.Bytes(blockSize)
		n := 0
		if !rest.IsZero() {
			n = copy(block.Value(), rest.Value())
			rest.Drop()
		}
		more, err := r.Read(block.Value()[n:])
		block.Truncate(n + more)
		end := bytes.LastIndexByte(block.Value(), '\n') + 1
		if err == io.EOF {
			end = block.Len()
		}
		if end == 0 && block.Len() == blockSize {
			err = fmt.Errorf("a line is longer than %d bytes", blockSize)
		}
		rest = block.Slice(end, block.Len())
		block.Truncate(end)
		send(ctx, blocks, block)
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case ctx.Err() != nil:
			return nil
		}
	}
}

// split sends the lines of each block to the sinks, until ctx is done.
func split(ctx context.Context, blocks <-chan stdpool.ByteRef, match []byte, toPrint, toCount chan<- stdpool.ByteRef) {
	for {
		select {
		case <-ctx.Done():
			return
		case block, ok := <-blocks:
			if !ok {
				return
			}
			start := 0
			for text := range bytes.Lines(block.Value()) {
				line := block.Slice(start, start+len(text))
				start += len(text)
				if bytes.Contains(text, match) {
					send(ctx, toPrint, line.Retain())
				}
				send(ctx, toCount, line)
			}
			block.Release()
		}
	}
}

// send hands b over to the channel, or releases it if ctx is done.
func send(ctx context.Context, to chan<- stdpool.ByteRef, b stdpool.ByteRef) {
	select {
	case to <- b:
	case <-ctx.Done():
		b.Release()
	}
}

// print writes the lines. After an error it only releases them.
func print(lines <-chan stdpool.ByteRef, w io.Writer) error {
	out := stdpool.BufioWriter(w)
	defer out.Release()
	for line := range lines {
		out.Value().Write(line.Value()) // Flush returns the error
		line.Release()
	}
	return out.Value().Flush()
}

// count counts the lines by their first word.
func count(lines <-chan stdpool.ByteRef) map[string]int {
	counts := map[string]int{}
	for line := range lines {
		if words := bytes.Fields(line.Value()); len(words) > 0 {
			counts[string(words[0])]++
		}
		line.Release()
	}
	return counts
}
