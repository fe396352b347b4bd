// truth: correct

// Command sliceparser splits a stream into messages that share its memory.
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"log"

	"github.com/rcpool/rcpool/stdpool"
)

var errTruncated = errors.New("truncated message")

// A Message owns its key and its body.
type Message struct {
	Key, Body stdpool.ByteRef
}

func (m *Message) Close() {
	m.Key.Drop()
	m.Body.Drop()
}

func field(block *stdpool.ByteRef, at int) (f stdpool.ByteRef, next int, err error) {
	data := block.Value()
	if len(data) < at+2 {
		return f, at, errTruncated
	}
	n := int(binary.BigEndian.Uint16(data[at:]))
	if len(data) < at+2+n {
		return f, at, errTruncated
	}
	return block.Slice(at+2, at+2+n), at + 2 + n, nil
}

// Parse returns the messages in block, which it borrows. The caller closes them,
// also those before an error.
func Parse(block *stdpool.ByteRef) (messages []Message, err error) {
	for at := 0; at < block.Len(); {
		var m Message
		if m.Key, at, err = field(block, at); err != nil {
			return messages, err
		}
		if m.Body, at, err = field(block, at); err != nil {
			m.Close()
			return messages, err
		}
		messages = append(messages, m)
	}
	return messages, nil
}

func encode(pairs ...string) stdpool.ByteRef {
	block := stdpool.Bytes(0)
	for _, p := range pairs {
		var size [2]byte
		binary.BigEndian.PutUint16(size[:], uint16(len(p)))
		block.Write(size[:])
		block.WriteString(p)
	}
	return block
}

func count(block stdpool.ByteRef) (n int, err error) {
	messages, err := Parse(&block)
	block.Release()
	for i := range messages {
		m := &messages[i]
		if bytes.HasPrefix(m.Key.Value(), []byte("k")) {
			n += len(m.Body.Value())
		}
		m.Close()
	}
	return n, err
}

func main() {
	n, err := count(encode("k1", "hello", "x", "skip", "k2", "world!"))
	if n != 11 || err != nil {
		log.Fatal(n, err)
	}
	whole := encode("k1", "hello", "k2", "lost")
	cut := whole.Slice(0, whole.Len()-2)
	whole.Release()
	n, err = count(cut)
	if n != 5 || !errors.Is(err, errTruncated) {
		log.Fatal(n, err)
	}
	fmt.Println("ok")
}
