#include <iostream>
#include <regex>
#include <string>

std::string find(const std::string &line, const char *pattern) {
    std::smatch found;
    return std::regex_search(line, found, std::regex(pattern)) ? found[1].str() : "";
}

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        std::string type = find(line, "\"type\":\"(\\w+)\"");
        if (type == "hello")
            std::cout << R"({"type":"hello","protocol":1,"legal_actions":true})" << std::endl;
        if (type == "decision")
            std::cout << R"({"type":"submission","turn":)" << find(line, "\"turn\":(\\d+)") << R"(,"part":)"
                      << find(line, "\"part\":(\\d+)") << R"(,"actions":")"
                      << find(line, "\"legal_actions\":\\[\"([^\"]*)") << "\"}" << std::endl;
    }
}
