// truth: correct

// Command jsonrpc is a line-delimited JSON-RPC server on one connection, whose
// requests run concurrently and whose answers are written as they come.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type Request struct {
	ID     int    `json:"id"`
	Method string `json:"method"`
	Params []int  `json:"params"`
}

func (r *Request) Reset() {
	clear(r.Params)
	*r = Request{Params: r.Params[:0]}
}

type Response struct {
	ID     int    `json:"id"`
	Result int    `json:"result,omitempty"`
	Error  string `json:"error,omitempty"`
}

var requests = rcpool.Pool[Request]{Name: "rpc.requests"}

type session struct {
	conn    net.Conn
	methods map[string]func([]int) (int, error)
	answers chan rcpool.Ref[bytes.Buffer]
}

func (s *session) serve() error {
	in := stdpool.BufioReader(s.conn)
	defer in.Release()
	written := make(chan error, 1)
	go func() { written <- s.write() }()
	var calls sync.WaitGroup
	var rerr error
	for {
		line, err := in.Value().ReadSlice('\n')
		if err != nil {
			if !errors.Is(err, io.EOF) {
				rerr = err
			}
			break
		}
		req, err := stdpool.DecodeJSON(line, &requests)
		if err != nil {
			s.answer(Response{Error: "parse error"})
			continue
		}
		calls.Go(req.Hold(s.call))
		req.Release()
	}
	calls.Wait()
	close(s.answers)
	return errors.Join(rerr, <-written)
}

func (s *session) call(req *Request) {
	resp := Response{ID: req.ID}
	if m, ok := s.methods[req.Method]; !ok {
		resp.Error = "no method " + req.Method
	} else if n, err := m(req.Params); err != nil {
		resp.Error = err.Error()
	} else {
		resp.Result = n
	}
	s.answer(resp)
}

func (s *session) answer(resp Response) {
	buf, err := stdpool.EncodeJSON(resp)
	if err != nil {
		return
	}
	buf.Value().WriteByte('\n')
	s.answers <- buf
}

// write sends the answers until the channel is closed. After an error it goes
// on receiving, so that nobody waits for it.
func (s *session) write() (err error) {
	out := stdpool.BufioWriter(s.conn)
	defer out.Release()
	for buf := range s.answers {
		if err == nil {
			_, err = buf.Value().WriteTo(out.Value())
		}
		if err == nil && len(s.answers) == 0 {
			err = out.Value().Flush()
		}
		buf.Release()
	}
	if err != nil {
		return err
	}
	return out.Value().Flush()
}

func main() {
	client, server := net.Pipe()
	s := &session{conn: server, answers: make(chan rcpool.Ref[bytes.Buffer], 4),
		methods: map[string]func([]int) (int, error){
			"sum": func(p []int) (n int, err error) {
				for _, v := range p {
					n += v
				}
				return n, nil
			},
			"div": func(p []int) (int, error) {
				if len(p) != 2 || p[1] == 0 {
					return 0, errors.New("bad operands")
				}
				return p[0] / p[1], nil
			},
		}}
	done := make(chan error, 1)
	go func() {
		done <- s.serve()
		server.Close()
	}()
	go func() {
		for _, l := range []string{`{"id":1,"method":"sum","params":[1,2,3]}`, `{"id":2,"method":"div","params":[8,0]}`,
			`{"id":`, `{"id":3,"method":"div","params":[8,2]}`, `{"id":4,"method":"mul"}`} {
			fmt.Fprintln(client, l)
		}
		fmt.Fprint(client, `{"id":9}`) // cut off
	}()
	scan := bufio.NewScanner(client)
	byID := map[int]Response{}
	for len(byID) < 5 && scan.Scan() {
		var r Response
		if json.Unmarshal(scan.Bytes(), &r) == nil {
			byID[r.ID] = r
		}
	}
	client.Close()
	<-done
	fmt.Println(byID)
}
