// truth: correct
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
)

// A call has all that one call needs. Its encoder writes to its buffer.
type call struct {
	buf    bytes.Buffer
	enc    *json.Encoder
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	ID     int             `json:"id"`
}

var calls = sync.Pool{New: func() any {
	c := new(call)
	c.enc = json.NewEncoder(&c.buf)
	return c
}}

func getCall() *call {
	c := calls.Get().(*call)
	c.buf.Reset()
	c.Method, c.Params, c.ID = "", c.Params[:0], 0
	return c
}

func putCall(c *call) { calls.Put(c) }

type answer struct {
	ID     int    `json:"id"`
	Result any    `json:"result,omitempty"`
	Error  string `json:"error,omitempty"`
}

type handler func(params json.RawMessage) (any, error)

type server map[string]handler

func (s server) answer(w io.Writer, c *call) error {
	a := answer{ID: c.ID}
	if h, ok := s[c.Method]; !ok {
		a.Error = "no method " + c.Method
	} else if result, err := h(c.Params); err != nil {
		a.Error = err.Error()
	} else {
		a.Result = result
	}
	if err := c.enc.Encode(a); err != nil {
		return err
	}
	_, err := c.buf.WriteTo(w)
	return err
}

func (s server) serve(conn net.Conn) error {
	defer conn.Close()
	in := json.NewDecoder(conn)
	for {
		c := getCall()
		err := in.Decode(c)
		if err == nil {
			err = s.answer(conn, c)
		}
		putCall(c)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func main() {
	s := server{
		"sum": func(params json.RawMessage) (any, error) {
			var numbers []int
			if err := json.Unmarshal(params, &numbers); err != nil {
				return nil, errors.New("want numbers")
			}
			sum := 0
			for _, n := range numbers {
				sum += n
			}
			return sum, nil
		},
		"now": func(params json.RawMessage) (any, error) { return len(params), nil },
	}
	client, remote := net.Pipe()
	done := make(chan error, 1)
	go func() { done <- s.serve(remote) }()
	out := json.NewDecoder(client)
	for _, request := range []string{
		`{"id":1,"method":"sum","params":[1,2,3]}`,
		`{"id":2,"method":"now"}`,
		`{"id":3,"method":"sum","params":"x"}`,
		`{"params":[4]}`,
	} {
		go io.WriteString(client, request)
		var a answer
		if err := out.Decode(&a); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(a.ID, a.Result, a.Error)
	}
	client.Close()
	fmt.Println(<-done)
}
