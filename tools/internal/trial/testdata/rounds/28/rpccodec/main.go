// truth: wrong-pool line 60 plain

// Command rpccodec frames calls and answers of a binary RPC protocol. Calls are
// small and answers are large, so they have pools of their own.
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"
)

var (
	callBuffers = sync.Pool{New: func() any {
		return bytes.NewBuffer(make([]byte, 0, 128))
	}}
	answerBuffers = sync.Pool{New: func() any {
		return bytes.NewBuffer(make([]byte, 0, 64<<10))
	}}
)

type Call struct {
	ID     uint32
	Method string
	Args   []byte
}

type Answer struct {
	ID   uint32
	Code byte
	Body []byte
}

var errMethod = errors.New("rpc: method name is too long")

func writeCall(w io.Writer, c *Call) error {
	if len(c.Method) > 255 {
		return errMethod
	}
	buf := callBuffers.Get().(*bytes.Buffer)
	defer callBuffers.Put(buf)
	buf.Reset()
	var word [4]byte
	binary.BigEndian.PutUint32(word[:], c.ID)
	buf.Write(word[:])
	buf.WriteByte(byte(len(c.Method)))
	buf.WriteString(c.Method)
	binary.BigEndian.PutUint32(word[:], uint32(len(c.Args)))
	buf.Write(word[:])
	buf.Write(c.Args)
	_, err := buf.WriteTo(w)
	return err
}

func writeAnswer(w io.Writer, a *Answer) error {
	buf := answerBuffers.Get().(*bytes.Buffer)
	defer callBuffers.Put(buf)
	buf.Reset()
	var word [4]byte
	binary.BigEndian.PutUint32(word[:], a.ID)
	buf.Write(word[:])
	buf.WriteByte(a.Code)
	binary.BigEndian.PutUint32(word[:], uint32(len(a.Body)))
	buf.Write(word[:])
	buf.Write(a.Body)
	_, err := buf.WriteTo(w)
	return err
}

func readCall(r io.Reader) (*Call, error) {
	var head [5]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return nil, err
	}
	c := &Call{ID: binary.BigEndian.Uint32(head[:])}
	name := make([]byte, int(head[4])+4)
	if _, err := io.ReadFull(r, name); err != nil {
		return nil, err
	}
	c.Method = string(name[:head[4]])
	c.Args = make([]byte, binary.BigEndian.Uint32(name[head[4]:]))
	_, err := io.ReadFull(r, c.Args)
	return c, err
}

func readAnswer(r io.Reader) (*Answer, error) {
	var head [9]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return nil, err
	}
	a := &Answer{ID: binary.BigEndian.Uint32(head[:]), Code: head[4]}
	a.Body = make([]byte, binary.BigEndian.Uint32(head[5:]))
	_, err := io.ReadFull(r, a.Body)
	return a, err
}

func serve(rw io.ReadWriter, methods map[string]func([]byte) ([]byte, error)) error {
	for {
		c, err := readCall(rw)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		a := &Answer{ID: c.ID}
		m, ok := methods[c.Method]
		if !ok {
			a.Code = 1
		} else if a.Body, err = m(c.Args); err != nil {
			a.Code, a.Body = 2, []byte(err.Error())
		}
		if err := writeAnswer(rw, a); err != nil {
			return err
		}
	}
}

type pipe struct {
	io.Reader
	io.Writer
}

func main() {
	var in, out bytes.Buffer
	for i, method := range []string{"dump", "none", "fail"} {
		if err := writeCall(&in, &Call{uint32(i), method, []byte("args")}); err != nil {
			fmt.Println(err)
		}
	}
	err := serve(pipe{&in, &out}, map[string]func([]byte) ([]byte, error){
		"dump": func(b []byte) ([]byte, error) { return bytes.Repeat(b, 5000), nil },
		"fail": func(b []byte) ([]byte, error) { return nil, errors.New("failed") },
	})
	for err == nil {
		var a *Answer
		if a, err = readAnswer(&out); err == nil {
			fmt.Println(a.ID, a.Code, len(a.Body))
		}
	}
	fmt.Println(err)
}
