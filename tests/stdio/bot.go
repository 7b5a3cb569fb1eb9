package main

import ("bufio"; "encoding/json"; "fmt"; "math/rand"; "os")

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		var m struct { Type string; Turn, Part int; Legal []string `json:"legal_actions"` }
		json.Unmarshal(line, &m)
		switch m.Type {
		case "hello":
			fmt.Println(`{"type":"hello","protocol":1,"legal_actions":true}`)
		case "decision":
			action := m.Legal[rand.Intn(len(m.Legal))]
			fmt.Printf("{\"type\":\"submission\",\"turn\":%d,\"part\":%d,\"actions\":%q}\n", m.Turn, m.Part, action)
		}
	}
}
