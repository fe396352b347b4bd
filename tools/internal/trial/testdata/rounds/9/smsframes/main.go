// truth: correct
package main

import (
	"bytes"
	"fmt"
	"io"

	"round/smsframes/frame"

	"github.com/rcpool/rcpool/stdpool"
)

func serve(r io.Reader, send func(stdpool.ByteRef)) error {
	for {
		f, err := frame.Read(r)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		pieces := f.Parts(10)
		f.Free()
		for _, p := range pieces {
			send(p)
		}
	}
}

func main() {
	var link bytes.Buffer
	for i, text := range []string{"hello", "your code is 123456, it is valid for ten minutes", ""} {
		b := frame.Encode(uint16(i), text)
		link.Write(b.Value())
		b.Release()
	}
	link.Write([]byte{0, 9, 0, 200, 1, 2})
	out := make(chan stdpool.ByteRef, 4)
	done := make(chan int)
	go func() {
		n := 0
		for p := range out {
			n += len(p.Value())
			p.Release()
		}
		done <- n
	}()
	err := serve(&link, func(p stdpool.ByteRef) { out <- p })
	close(out)
	fmt.Println("bytes", <-done, "error", err)
}
