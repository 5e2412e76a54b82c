package lsp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
	"sync"

	"github.com/sourcegraph/jsonrpc2"
)

// maxMessage bounds one message, in bytes; a larger one is passed over. A notebook with
// its pictures is no part of any.
const maxMessage = 256 << 20

// stream reads and writes messages with the headers of the protocol. Where the library's
// own ends the connection at the first message that is no JSON, it answers with an error
// and goes on, as the length in front of a message tells where the next one begins.
type stream struct {
	in  *bufio.Reader
	out io.Writer

	mu    sync.Mutex // held while a message is written
	close func() error
}

func newStream(in io.Reader, out io.Writer, closing func() error) *stream {
	return &stream{in: bufio.NewReader(in), out: out, close: closing}
}

// Close ends the reading.
func (s *stream) Close() error { return s.close() }

// WriteObject writes a message.
func (s *stream) WriteObject(v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("lsp: %w", err)
	}
	return s.write(body)
}

func (s *stream) write(body []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	message := append(fmt.Appendf(make([]byte, 0, len(body)+40), "Content-Length: %d\r\n\r\n", len(body)), body...)
	if _, err := s.out.Write(message); err != nil {
		return fmt.Errorf("lsp: %w", err)
	}
	return nil
}

// ReadObject reads the next message that is one.
func (s *stream) ReadObject(v any) error {
	for {
		length, err := s.header()
		if err != nil {
			return err
		}
		if length > maxMessage {
			if _, err := io.CopyN(io.Discard, s.in, int64(length)); err != nil {
				return fmt.Errorf("lsp: %w", err)
			}
			if err := s.refuse(nil, jsonrpc2.CodeInvalidRequest, "the message is too large"); err != nil {
				return err
			}
			continue
		}
		body := make([]byte, length)
		if _, err := io.ReadFull(s.in, body); err != nil {
			return fmt.Errorf("lsp: %w", err)
		}
		reflect.ValueOf(v).Elem().SetZero() // what was left by a message that is none
		wrong := json.Unmarshal(body, v)
		switch {
		case wrong == nil:
			return nil
		case !json.Valid(body):
			err = s.refuse(nil, jsonrpc2.CodeParseError, "the message is no JSON: "+wrong.Error())
		default:
			err = s.refuse(body, jsonrpc2.CodeInvalidRequest, "the message is no request: "+wrong.Error())
		}
		if err != nil {
			return err
		}
	}
}

// header is the length of the next message. What stands in front of its header is passed
// over.
func (s *stream) header() (length int, err error) {
	length = -1
	for {
		line, err := s.line()
		if err != nil {
			return 0, err
		}
		if line == "" && length >= 0 {
			return length, nil
		}
		name, value, _ := strings.Cut(line, ":")
		if !strings.EqualFold(strings.TrimSpace(name), "Content-Length") {
			continue
		}
		if n, err := strconv.Atoi(strings.TrimSpace(value)); err == nil && n >= 0 {
			length = n
		}
	}
}

// line is the next line without its end; of a line that is no header, some part.
func (s *stream) line() (string, error) {
	line, err := s.in.ReadSlice('\n')
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return string(line[:1]), nil
	case errors.Is(err, io.EOF):
		return "", io.EOF
	case err != nil:
		return "", fmt.Errorf("lsp: %w", err)
	}
	return string(bytes.TrimRight(line, "\r\n")), nil
}

// refuse answers a message that is no request, by its id if it has a usable one.
func (s *stream) refuse(message []byte, code int, why string) error {
	var named struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
	}
	_ = json.Unmarshal(message, &named) // then it has no name
	id := bytes.TrimSpace(named.ID)
	if len(id) == 0 || id[0] == '{' || id[0] == '[' {
		id = []byte("null")
	}
	body, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": json.RawMessage(id), "error": map[string]any{"code": code, "message": why},
	})
	if err != nil {
		return fmt.Errorf("lsp: %w", err)
	}
	return s.write(body)
}
