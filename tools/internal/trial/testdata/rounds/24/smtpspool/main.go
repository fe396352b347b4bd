// truth: correct

// Command smtpspool accepts mail on a connection and spools it in compressed
// form.
package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type spool struct {
	mails []rcpool.Ref[bytes.Buffer]
}

func (s *spool) add(mail rcpool.Ref[bytes.Buffer]) int {
	s.mails = append(s.mails, mail)
	return len(s.mails)
}

func (s *spool) close() {
	for i := range s.mails {
		rcpool.Drop(&s.mails[i])
	}
	s.mails = nil
}

// compress returns the mail in compressed form. It takes mail over.
func compress(mail rcpool.Ref[bytes.Buffer]) (rcpool.Ref[bytes.Buffer], error) {
	defer mail.Release()
	out := stdpool.Buffer()
	defer rcpool.Drop(&out)
	gz := stdpool.GzipWriter(out.Value(), gzip.BestSpeed)
	defer gz.Release()
	if _, err := mail.Value().WriteTo(gz.Value()); err != nil {
		return rcpool.Ref[bytes.Buffer]{}, err
	}
	if err := gz.Value().Close(); err != nil {
		return rcpool.Ref[bytes.Buffer]{}, err
	}
	return rcpool.Move(&out), nil
}

var errTooLarge = errors.New("552 message is too large")

// readData reads a message up to the line with a dot.
func readData(lines interface{ ReadString(byte) (string, error) }, limit int) (rcpool.Ref[bytes.Buffer], error) {
	mail := stdpool.Buffer()
	var tooLarge error
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			mail.Release()
			return rcpool.Ref[bytes.Buffer]{}, err
		}
		if line == ".\r\n" {
			break
		}
		if mail.Value().Len()+len(line) > limit {
			tooLarge = errTooLarge
			continue
		}
		mail.Value().WriteString(strings.TrimPrefix(line, "."))
	}
	if tooLarge != nil {
		mail.Release()
		return rcpool.Ref[bytes.Buffer]{}, tooLarge
	}
	return mail, nil
}

func serve(conn net.Conn, s *spool) error {
	defer conn.Close()
	in := stdpool.BufioReader(conn)
	defer in.Release()
	out := stdpool.BufioWriter(conn)
	defer out.Release()
	reply := func(format string, args ...any) error {
		fmt.Fprintf(out.Value(), format+"\r\n", args...)
		return out.Value().Flush()
	}
	if err := reply("220 ready"); err != nil {
		return err
	}
	for {
		line, err := in.Value().ReadString('\n')
		if err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		switch verb := strings.ToUpper(strings.TrimSpace(line)); verb {
		case "QUIT":
			return reply("221 bye")
		case "DATA":
			if err := reply("354 go ahead"); err != nil {
				return err
			}
			mail, err := readData(in.Value(), 200)
			if errors.Is(err, errTooLarge) {
				if err := reply("%s", err); err != nil {
					return err
				}
				continue
			} else if err != nil {
				return err
			}
			packed, err := compress(mail)
			if err != nil {
				return reply("451 %v", err)
			}
			if err := reply("250 queued as %d", s.add(packed)); err != nil {
				return err
			}
		default:
			if err := reply("500 what"); err != nil {
				return err
			}
		}
	}
}

func main() {
	client, server := net.Pipe()
	var s spool
	defer s.close()
	done := make(chan error, 1)
	go func() { done <- serve(server, &s) }()
	go func() {
		io.WriteString(client, "HELO me\r\nDATA\r\nhi\r\n..dot\r\n.\r\nDATA\r\n"+strings.Repeat("x", 300)+"\r\n.\r\nQUIT\r\n")
	}()
	answers, _ := io.ReadAll(client)
	fmt.Print(string(answers))
	err := <-done
	fmt.Println(err, len(s.mails))
}
