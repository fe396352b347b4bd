// truth: double-release line 43 plain
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool/stdpool"
)

const maxMessage = 256

var errTooBig = errors.New("552 message exceeds fixed maximum message size")

type mailbox struct {
	messages []string
	bounced  int
}

// receiveData reads the lines after DATA up to the lone dot.
func (m *mailbox) receiveData(conn io.Reader) error {
	in := stdpool.BufioReader(conn)
	defer in.Release()
	body := stdpool.Buffer()
	defer body.Release()
	for {
		line, err := in.Value().ReadSlice('\n')
		if err != nil {
			return fmt.Errorf("read data: %w", err)
		}
		line = bytes.TrimRight(line, "\r\n")
		if len(line) == 1 && line[0] == '.' {
			break
		}
		if len(line) > 0 && line[0] == '.' {
			line = line[1:]
		}
		if body.Value().Len()+len(line) > maxMessage {
			m.bounced++
			body.Release()
			return errTooBig
		}
		body.Value().Write(line)
		body.Value().WriteByte('\n')
	}
	m.messages = append(m.messages, body.Value().String())
	return nil
}

func main() {
	m := &mailbox{}
	sessions := []string{
		"Subject: hi\r\n\r\n..dots\r\n.\r\n",
		"cut short",
		strings.Repeat("spam spam spam spam\r\n", 40) + ".\r\n",
	}
	for i, s := range sessions {
		if err := m.receiveData(strings.NewReader(s)); err != nil {
			fmt.Println("session", i, err)
		}
	}
	fmt.Printf("%q %d\n", m.messages, m.bounced)
}
